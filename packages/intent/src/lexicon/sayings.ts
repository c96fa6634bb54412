/** Everyday words for what a verb asks for; the verb itself is one of them where people use it. `_` joins words. */
const SAYINGS = `
get: get show_me pull_up get_me look_up
fetch: fetch show_me pull_up get_me
retrieve: pull_up show_me get_me look_up
return: show_me get_me tell_me
obtain: get_me show_me
provide: give_me get_me
give: give_me
display: show_me display bring_up
show: show_me bring_up
view: show_me pull_up
print: print show_me
report: tell_me give_me
list: list show_me give_me
enumerate: list show_me
browse: show_me list
find: find look_for track_down
locate: find locate track_down
discover: find look_for discover
query: query look_up
create: create add set_up make
add: add put_in
make: make create
generate: generate make make_me create
update: update change
modify: change modify edit
edit: edit change
delete: delete remove get_rid_of
remove: remove take_out get_rid_of
execute: run execute
trigger: trigger kick_off start
launch: launch start open
calculate: calculate work_out
compute: compute work_out calculate
validate: check validate
verify: check verify
analyze: analyze take_a_look_at look_into
analyse: analyse take_a_look_at look_into
inspect: inspect take_a_look_at
examine: take_a_look_at go_through
terminate: stop terminate end
cancel: cancel call_off
download: download get_me
capture: capture take
`;

const BY_VERB = new Map(
  SAYINGS.trim()
    .split("\n")
    .map((line) => {
      const [verb, said] = line.split(":") as [string, string];
      return [
        verb,
        said
          .trim()
          .split(/\s+/)
          .map((phrase) => phrase.replaceAll("_", " ")),
      ] as const;
    }),
);

/** Ways to say a verb in a request; the verb alone where there is no other. */
export function sayings(verb: string): readonly string[] {
  return BY_VERB.get(verb) ?? [verb];
}

const VERBS_OF = new Map<string, Set<string>>();
for (const [verb, phrases] of BY_VERB) {
  for (const phrase of phrases) {
    const known = VERBS_OF.get(phrase) ?? new Set();
    VERBS_OF.set(phrase, known.add(verb));
  }
}

/** The verbs that a phrase of people may stand for: "show me" → get, fetch, list, … */
export function verbsFor(phrase: string): ReadonlySet<string> {
  return VERBS_OF.get(phrase) ?? new Set();
}

/** Longest phrase of {@link sayings}, in words. */
export const MOST_SAYING_WORDS = Math.max(...[...VERBS_OF.keys()].map((phrase) => phrase.split(" ").length));
