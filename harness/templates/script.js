// What reading does not need: a filter, copying, and opening what a link names.
(() => {
  "use strict";
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const find = (id) => document.getElementById(id);

  for (const button of all(".copy")) button.hidden = false;
  document.addEventListener("click", async (event) => {
    const button = event.target.closest(".copy");
    if (!button) return;
    const source = button.parentElement.querySelector("code");
    const name = button.firstChild;
    try {
      await navigator.clipboard.writeText(source.textContent);
      name.data = "Copied";
    } catch {
      // No permission: the text is selected, so that the usual keys copy it.
      getSelection().selectAllChildren(source);
      name.data = "Selected";
    }
    setTimeout(() => { name.data = "Copy"; }, 1500);
  });

  const form = find("filter");
  if (!form) return;
  const field = (name) => find(`filter-${name}`);
  const cases = all(".case").map((element) => ({
    element,
    in: element.closest(".group").dataset,
    rulings: (element.dataset.rulings || "").split(" "),
    text: null,
  }));
  const failing = cases.filter((it) => it.in.verdict === "failing").length;

  const matches = (it, wanted) =>
    (!wanted.verdict || it.in.verdict === wanted.verdict) &&
    (!wanted.variant || it.in.variant === wanted.variant) &&
    (!wanted.group || it.in.group === wanted.group) &&
    (!wanted.ruling || it.rulings.includes(wanted.ruling)) &&
    wanted.words.every((word) => {
      it.text ??= it.element.textContent.toLowerCase();
      return it.text.includes(word);
    });

  function apply() {
    const wanted = { words: field("text").value.toLowerCase().split(/\s+/).filter(Boolean) };
    for (const name of ["verdict", "variant", "ruling", "group"]) wanted[name] = field(name).value;
    let shown = 0;
    for (const it of cases) {
      const fits = matches(it, wanted);
      it.element.hidden = !fits;
      shown += fits;
    }
    const isEmpty = (part) => !all(".case", part).some((it) => !it.hidden);
    for (const part of all(".group")) part.hidden = isEmpty(part);
    // A kind that has no cases says so, unless another kind is asked for.
    for (const part of all(".kind")) {
      const none = all(".case", part).length === 0;
      part.hidden = none ? Boolean(wanted.verdict) : isEmpty(part);
    }
    for (const list of all(".list")) list.open = Boolean(wanted.verdict && wanted.verdict !== "failing") || wanted.words.length > 0;
    const among = wanted.verdict ? cases.filter((it) => it.in.verdict === wanted.verdict).length : cases.length;
    field("count").textContent = `${shown} of ${among} ${wanted.verdict || "listed"} cases shown`;
  }

  let waiting = 0;
  const soon = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(apply);
  };
  const begin = () => { field("verdict").value = failing ? "failing" : ""; };
  form.addEventListener("input", soon);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => { begin(); apply(); }));

  const opener = field("open");
  opener.addEventListener("click", () => {
    const open = opener.getAttribute("aria-pressed") !== "true";
    opener.setAttribute("aria-pressed", String(open));
    for (const it of all(".failure > details")) it.open = open;
  });

  // A link wins over the filter: what it names is shown.
  function follow() {
    let target = null;
    try {
      target = find(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return;
    }
    if (!target) return;
    if (target.closest("[hidden]")) {
      for (const name of ["text", "verdict", "variant", "ruling", "group"]) field(name).value = "";
      apply();
    }
    for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    for (const part of all(":scope > details, :scope > .group > .list", target)) part.open = true;
    target.scrollIntoView();
  }
  addEventListener("hashchange", follow);

  form.hidden = false;
  begin();
  apply();
  follow();
})();
