"""Uses the HTML report as a reader would, in headless Chromium. Each function is one thing that must hold."""

import json
import pathlib
import signal
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

PLACE = pathlib.Path(sys.argv[1]).resolve()
REPORTS = ["faulty", "pair", "hostile", "clean"]
# Pages of their own kind, by the folder that they stand in.
OTHERS = {"matrix": "matrix.html", "profile": "profile.html", "speed": "profile.html"}
# As root there is no sandbox; and the browser is to look for nothing in a network.
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run"]
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}


def address(name):
    return (PLACE / name / OTHERS.get(name, "report.html")).as_uri()


def lines(name, kind):
    """The lines of one type of the report for machines, which tells what must be on the page."""
    rows = map(json.loads, (PLACE / name / "report.jsonl").read_text().splitlines())
    return [row for row in rows if row["type"] == kind]


def failing(name):
    return [row["id"] for row in lines(name, "case") if row["verdict"] not in ("pass", "skip")]


def passed(name):
    return [row["id"] for row in lines(name, "case") if row["verdict"] == "pass"]


class Tab:
    """A page with everything that it complains of and asks for."""

    def __init__(self, browser, name, anchor="", **options):
        self.context = browser.new_context(**{"viewport": DESK, **options})
        self.page = self.context.new_page()
        self.address = address(name)
        self.page.set_default_timeout(15_000)
        self.complaints, self.requests, self.dialogs = [], [], []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("dialog", lambda dialog: (self.dialogs.append(dialog.message), dialog.dismiss()))
        self.page.goto(self.address + anchor)

    def __enter__(self):
        return self.page

    def __exit__(self, kind, *_):
        if kind is None:
            # What comes late is seen too. A script cannot wait here: it may be disabled.
            self.page.wait_for_timeout(50)
            assert not self.complaints, self.complaints
            assert not self.dialogs, self.dialogs
            loads = [url for url in self.requests if url.split("#")[0] != self.address]
            assert not loads, loads
        self.context.close()


def shown(page, selector=".case"):
    return page.locator(f"{selector}:not([hidden])").count()


def settled(page):
    """The filter works before the next frame is drawn."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def choose(page, field, value):
    page.select_option(f"#filter-{field}", value)
    settled(page)


def a_page_opens_with_what_fails(browser):
    for name in REPORTS:
        with Tab(browser, name) as page:
            due = failing(name)
            assert page.locator("article.failure").count() == len(due), name
            if due:
                assert shown(page) == len(due), name
                assert page.locator("#filter-count").inner_text() == f"{len(due)} of {len(due)} failing cases shown"
                assert not page.locator("#passed").is_visible()
                first = page.locator("article.failure details[open] svg.board").first
                assert first.bounding_box()["width"] > 200
            else:
                assert page.locator("#passed").is_visible()


def the_filter_shows_what_is_asked_for(browser):
    with Tab(browser, "faulty") as page:
        due = [row for row in lines("faulty", "case") if row["id"] in failing("faulty")]
        for variant in {row["variant"] for row in due}:
            choose(page, "variant", variant)
            assert shown(page) == sum(row["variant"] == variant for row in due), variant
        choose(page, "variant", "")
        ruling = next(row["rulings"][0] for row in due if row["rulings"])
        choose(page, "ruling", ruling)
        assert shown(page) == sum(ruling in row["rulings"] for row in due), ruling
        choose(page, "ruling", "")
        for number, group in enumerate(lines("faulty", "diagnosis"), 1):
            choose(page, "group", str(number))
            assert shown(page) == len(group["cases"]), number
        page.locator("button[type=reset]").click()
        settled(page)
        page.locator("#filter-text").fill(due[0]["id"].upper())
        settled(page)
        assert page.locator("article.failure:not([hidden])").first.get_attribute("data-case") == due[0]["id"]
        page.locator("#filter-text").fill("no such words anywhere")
        settled(page)
        assert shown(page) == 0
        assert page.locator("#filter-count").inner_text().startswith("0 of ")
        page.locator("button[type=reset]").click()
        page.wait_for_function("() => document.querySelectorAll('.case:not([hidden])').length > 0")
        assert shown(page) == len(due)
        choose(page, "verdict", "passed")
        assert shown(page) == len(passed("faulty"))
        assert page.locator("#passed li.case").first.is_visible()
        choose(page, "verdict", "")
        assert shown(page) == len(lines("faulty", "case"))


def copying_copies(browser):
    with Tab(browser, "faulty", permissions=["clipboard-read", "clipboard-write"]) as page:
        row = page.locator("article.failure details[open] .facts .copyable").last
        row.locator(".copy").click()
        page.wait_for_function("button => button.textContent.startsWith('Copied')", arg=row.locator(".copy").element_handle())
        copied = page.evaluate("() => navigator.clipboard.readText()")
        assert copied == row.locator("code").inner_text(), copied
        assert copied.startswith("huff replay ") and "--engine" in copied, copied


def an_anchor_opens_its_case(browser):
    for id in (failing("faulty")[-1], failing("faulty")[1]):
        with Tab(browser, "faulty", f"#{id}") as page:
            body = page.locator(f"[id='{id}']")
            body.locator("svg.board").first.wait_for()
            top = page.locator(f"article[data-case='{id}'] summary").bounding_box()["y"]
            assert -5 <= top < DESK["height"] / 2, (id, top)
    with Tab(browser, "faulty") as page:
        # What the filter hides is shown when it is named.
        id = passed("faulty")[0]
        page.evaluate("id => { location.hash = id }", id)
        page.locator(f"[id='{id}']").wait_for()
        page.locator(".tally a").nth(0).click()
        page.locator(".card a").first.click()
        assert page.evaluate("() => location.hash").startswith("#group-")


def the_keyboard_is_enough(browser):
    with Tab(browser, "faulty") as page:
        focused = lambda what: page.evaluate(f"() => document.activeElement.{what}")
        page.keyboard.press("Tab")
        assert focused("className") == "skip"
        for _ in range(40):
            page.keyboard.press("Tab")
            ring = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
            assert ring == "solid", focused("outerHTML")[:120]
            if focused("id") == "filter-text":
                break
        page.keyboard.type(failing("faulty")[-1])
        settled(page)
        assert shown(page) >= 1
        reached = set()
        for _ in range(30):
            page.keyboard.press("Tab")
            reached.add(focused("id") or focused("tagName"))
            if focused("tagName") == "SUMMARY":
                break
        assert {"filter-verdict", "filter-variant", "filter-ruling", "filter-group", "filter-open"} <= reached, reached
        was = page.evaluate("() => document.activeElement.parentElement.open")
        page.keyboard.press("Enter")
        assert page.evaluate("() => document.activeElement.parentElement.open") != was
        if was:
            page.keyboard.press("Enter")
        # A row draws its way on the board, and takes it away.
        with_ways = page.locator("article.failure:has(details[open]):not([hidden]) .pick")
        if with_ways.count():
            pick = with_ways.first
            draws_what_it_says(page, pick)


def draws_what_it_says(page, pick):
    row = pick.get_attribute("data-row")
    route = pick.locator("xpath=ancestor::figure").locator(f".route[data-row='{row}']").first
    before = route.is_visible()
    pick.focus()
    page.keyboard.press("Space")
    assert route.is_visible() != before


def a_row_draws_its_way(browser):
    for name in ("faulty", "pair"):
        with Tab(browser, name) as page:
            figure = page.locator("article.failure details[open] figure:has(.pick)").first
            assert figure.locator(".route:visible").count() >= 1
            for place in range(figure.locator(".pick").count()):
                draws_what_it_says(page, figure.locator(".pick").nth(place))


def without_script_all_is_there(browser):
    for name in REPORTS:
        with Tab(browser, name, java_script_enabled=False) as page:
            assert not page.locator("#filter").is_visible()
            assert page.locator(".copy:visible").count() == 0
            for article in page.locator("article.failure summary").all():
                assert article.is_visible()
            assert page.locator("#passed").is_visible() and page.locator("#skipped").is_visible()
    id = failing("faulty")[-1]
    with Tab(browser, "faulty", f"#{id}", java_script_enabled=False) as page:
        assert page.locator(f"[id='{id}'] svg.board").first.is_visible()
        # Rows draw their ways by the style sheet alone.
        figure = page.locator("article.failure details[open] figure:has(.pick)").first
        draws_what_it_says(page, figure.locator(".pick").first)


def it_is_accessible(browser):
    """By axe-core, which knows the WCAG: contrast, names, landmarks, headings."""
    for scheme in ("light", "dark"):
        others = [(name, size) for name in OTHERS for size in (DESK, PHONE)]
        for name, size in (("faulty", DESK), ("pair", PHONE), ("hostile", DESK), ("clean", DESK), *others):
            with Tab(browser, name, color_scheme=scheme, viewport=size) as page:
                if page.locator("#filter-open").is_visible() and name == "pair":
                    page.locator("#filter-open").click()
                found = Axe().run(page, options={"resultTypes": ["violations"]})
                assert found.violations_count == 0, f"{name} {scheme}\n{found.generate_report()}"


def it_is_dark_in_the_dark(browser):
    for scheme, low, high in (("light", 200, 255), ("dark", 0, 60)):
        for name in ("faulty", *OTHERS):
            with Tab(browser, name, color_scheme=scheme) as page:
                color = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
                parts = [int(part) for part in color[4:-1].split(",")]
                assert all(low <= part <= high for part in parts), (name, scheme, color)


def a_phone_does_not_scroll_sideways(browser):
    for name in (*REPORTS, *OTHERS):
        for size in (PHONE, {"width": 320, "height": 600}):
            with Tab(browser, name, viewport=size) as page:
                if page.locator("#filter-open").is_visible():
                    page.locator("#filter-open").click()
                width = page.evaluate("() => document.scrollingElement.scrollWidth")
                assert width <= size["width"], (name, size, width)


def paper_has_everything(browser):
    with Tab(browser, "faulty") as page:
        page.emulate_media(media="print")
        assert not page.locator("#filter").is_visible()
        closed = page.locator("article.failure details:not([open]) .board").first
        assert closed.bounding_box()["height"] > 100


def malice_is_shown_and_not_run(browser):
    with Tab(browser, "hostile") as page:
        assert "owned" not in page.title().replace("document.title='owned'", ""), page.title()
        assert page.locator("img, iframe, [onerror]").count() == 0
        assert page.locator("script").count() == 1
        words = page.locator("main").inner_text()
        assert "<script>" in words and r"\u{202e}" in words and r"\u{1b}[31m" in words
        answers = {row["verdict"] for row in lines("hostile", "case")}
        assert {"crash", "fail"} <= answers, answers


RUNS = ["right", "removal", "two"]


def judged(name, ruling, variant):
    """What the cell of a ruling must say of a run: wrong answers, and all that are judged."""
    cases = [row for row in lines(name, "case") if row["variant"] == variant and row["rulings"][:1] == [ruling]]
    wrong = [row["id"] for row in cases if row["verdict"] not in ("pass", "skip")]
    return wrong, len([row for row in cases if row["verdict"] != "skip"])


def a_matrix_says_what_the_runs_say(browser):
    with Tab(browser, "matrix") as page:
        variants = page.locator("h3")
        assert variants.count() >= 3
        checked = wrong_cells = 0
        for place in range(variants.count()):
            table = page.locator("#rulings table.matrix").nth(place)
            for row in table.locator("tbody tr").all():
                ruling = row.locator("th").inner_text()
                for name, cell in zip(RUNS, row.locator("td").all_inner_texts(), strict=True):
                    wrong, all_of_them = judged(name, ruling, variants.nth(place).inner_text())
                    due = f"✕ {len(wrong)} of {all_of_them}" if wrong else f"✓ {all_of_them}" if all_of_them else "–"
                    assert cell.strip() == due, (name, ruling, cell, due)
                    checked += 1
                    wrong_cells += bool(wrong)
        assert checked > 60 and wrong_cells > 5, (checked, wrong_cells)
        first = page.locator("#variants tbody tr")
        assert "✕" not in first.nth(0).inner_text() and "removal=after-sequence" in first.nth(1).inner_text()


def a_wrong_number_leads_to_its_case(browser):
    with Tab(browser, "matrix") as page:
        link = page.locator("#rulings td a.wrong").first
        href = link.get_attribute("href")
        name, case = href.split("/")[1], href.split("#")[1]
        assert case in failing(name), href
    # A page on its own, since the other one is a load of this.
    with Tab(browser, name, f"#{case}") as page:
        page.locator(f"[id='{case}'] svg.board").first.wait_for()
    context = browser.new_context(viewport=DESK)
    page = context.new_page()
    page.goto(address("matrix"))
    page.locator("#rulings td a.wrong").first.click()
    page.locator(f"[id='{case}'] svg.board").first.wait_for()
    context.close()


def heads_of_a_matrix_stay_in_sight(browser):
    with Tab(browser, "matrix", viewport=PHONE) as page:
        region = page.locator("#rulings .both").first
        region.scroll_into_view_if_needed()
        before = region.locator("tbody th").nth(2).bounding_box()
        room = region.evaluate("it => [it.scrollWidth - it.clientWidth, it.scrollHeight - it.clientHeight]")
        assert room[0] > 50 and room[1] > 50, room
        region.evaluate("it => it.scrollTo(it.scrollWidth, 100)")
        after = region.locator("tbody th").nth(2).bounding_box()
        head = region.locator("thead th").nth(1).bounding_box()
        assert abs(before["x"] - after["x"]) < 2 and after["y"] < before["y"] - 50, (before, after)
        assert abs(head["y"] - region.bounding_box()["y"]) < 3, head
        assert page.evaluate("() => scrollX") == 0


def pictures(browser):
    shots = PLACE / "shots"
    with Tab(browser, "matrix", viewport={"width": 1200, "height": 1300}) as page:
        page.screenshot(path=shots / "matrix.png")
    with Tab(browser, "matrix", viewport={"width": 390, "height": 1400}, color_scheme="dark") as page:
        page.screenshot(path=shots / "matrix-phone-dark.png", full_page=True)
    with Tab(browser, "speed", viewport={"width": 1200, "height": 1300}) as page:
        page.screenshot(path=shots / "profile.png")
    with Tab(browser, "speed", viewport={"width": 390, "height": 1400}, color_scheme="dark") as page:
        page.screenshot(path=shots / "profile-phone-dark.png")
    with Tab(browser, "faulty", viewport={"width": 1200, "height": 2000}) as page:
        page.screenshot(path=shots / "failing.png")
    with Tab(browser, "clean", viewport={"width": 1200, "height": 900}) as page:
        page.screenshot(path=shots / "clean.png")
    with Tab(browser, "pair", viewport={"width": 390, "height": 1400}, color_scheme="dark") as page:
        page.locator("article.failure details[open]").first.evaluate("details => details.scrollIntoView()")
        page.screenshot(path=shots / "phone-dark.png")
    with Tab(browser, "hostile", viewport={"width": 1200, "height": 1750}) as page:
        page.screenshot(path=shots / "hostile.png")


CHECKS = [
    a_page_opens_with_what_fails,
    the_filter_shows_what_is_asked_for,
    copying_copies,
    an_anchor_opens_its_case,
    the_keyboard_is_enough,
    a_row_draws_its_way,
    without_script_all_is_there,
    it_is_accessible,
    it_is_dark_in_the_dark,
    a_phone_does_not_scroll_sideways,
    paper_has_everything,
    malice_is_shown_and_not_run,
    a_matrix_says_what_the_runs_say,
    a_wrong_number_leads_to_its_case,
    heads_of_a_matrix_stay_in_sight,
    pictures,
]

if __name__ == "__main__":
    # Nothing here takes a minute; a browser that hangs must not hang what waits for it.
    signal.alarm(600)
    wanted = sys.argv[3:]
    failed = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=sys.argv[2], args=FLAGS)
        print(f"Chromium {browser.version}")
        for check in CHECKS:
            name = check.__name__.replace("_", " ")
            if wanted and check.__name__ not in wanted:
                continue
            try:
                check(browser)
                print(f"ok    {name}", flush=True)
            except Exception as error:  # Each is told, and the rest still tried.
                failed += 1
                print(f"FAIL  {name}: {type(error).__name__}: {error}", flush=True)
        browser.close()
    total = len(wanted) if wanted else len(CHECKS)
    print(f"{total - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
