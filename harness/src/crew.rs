//! A crew: several processes of one subject, asked at once.

use crate::subject::{Fault, Subject};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// Processes of one subject; there is at least one.
pub struct Crew {
    first: Box<dyn Subject + Send>,
    others: Vec<Box<dyn Subject + Send>>,
}

impl Crew {
    /// A crew of one.
    pub fn of(subject: Box<dyn Subject + Send>) -> Self {
        Self { first: subject, others: Vec::new() }
    }

    /// One process more.
    pub fn join(&mut self, subject: Box<dyn Subject + Send>) {
        self.others.push(subject);
    }

    /// The one that is asked where one is enough.
    pub fn first(&mut self) -> &mut dyn Subject {
        self.first.as_mut()
    }

    /// Puts questions to whichever process is free, and hands over what comes of them in the order of the
    /// questions. After a fault no more are put, and what was under way is still handed over. Where the system has
    /// too few threads, only some of the processes are asked; that it has none at all is a fault.
    pub fn ask<T: Sync, A: Send>(
        &mut self,
        questions: &[T],
        examine: impl Fn(&mut dyn Subject, &T) -> Result<A, Fault> + Sync,
        mut taken: impl FnMut(Result<A, Fault>),
    ) {
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, receiver) = channel();
        let (next, stop, examine) = (&next, &stop, &examine);
        thread::scope(|scope| {
            let mut refused = None;
            for subject in std::iter::once(&mut self.first).chain(&mut self.others) {
                let sender = sender.clone();
                let work = move || {
                    while !stop.load(Ordering::Relaxed) {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(question) = questions.get(place) else { return };
                        let came = examine(subject.as_mut(), question);
                        stop.fetch_or(came.is_err(), Ordering::Relaxed);
                        if sender.send((place, came)).is_err() {
                            return;
                        }
                    }
                };
                refused = thread::Builder::new().spawn_scoped(scope, work).err();
                if refused.is_some() {
                    break;
                }
            }
            drop(sender);
            let (mut due, mut waiting) = (0, BTreeMap::new());
            for (place, came) in receiver {
                waiting.insert(place, came);
                while let Some(came) = waiting.remove(&due) {
                    due += 1;
                    taken(came);
                }
            }
            waiting.into_values().for_each(&mut taken);
            if let (Some(error), 0, false) = (refused, due, questions.is_empty()) {
                taken(Err(Fault::NotStarted(format!("the system has no thread to ask it: {error}"))));
            }
        });
    }
}
