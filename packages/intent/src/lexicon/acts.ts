/**
 * What tools do, as data. One line per kind of act: its id, what it does to the world, its verbs (base forms, `_` joins two words).
 * Written from general English for tools of any field, not from a server's text. Inflected forms come from `inflection.ts`.
 *
 * Effects: `reads` changes nothing; `writes` changes something that can be changed back or adds something; `destructive` removes or
 * overwrites what exists, reaches other people, moves money, or runs what somebody gave it.
 */
const ACTS = `
read        reads        get read fetch retrieve show view load display return print dump pull peek cat head tail access obtain grab give echo provide surface expose output extract inspect look reveal describe report
list        reads        list enumerate browse ls index
search      reads        search find lookup look_up locate discover query filter match grep seek explore resolve identify scan
count       reads        count tally
check       reads        check validate verify test lint ping monitor diagnose audit confirm detect probe assert track watch poll debug
analyze     reads        analyze analyse assess review evaluate examine investigate profile inspect score rate classify rank
compare     reads        compare diff contrast
compute     reads        calculate compute estimate measure solve predict forecast simulate optimize optimise evaluate sum add_up average
explain     reads        explain summarize summarise outline suggest recommend advise guide help teach answer
convert     reads        convert translate transform parse decode encode format render minify beautify hash encrypt decrypt normalize normalise transliterate tokenize compress decompress unzip zip parse geocode reverse_geocode
download    writes       download export save capture screenshot take record snapshot scrape crawl backup back_up
wait        reads        wait sleep pause_for
think       reads        think reason plan reflect
create      writes       create add new make insert generate build write compose draft register init initialize initialise establish provision append upsert put open set_up setup bootstrap scaffold define introduce allocate reserve book log mint produce prepare store remember place attach author design draw plot visualize visualise enroll submit import upload raise spawn clone fork copy duplicate instantiate
update      writes       update edit modify patch change adjust alter configure set mark tag label annotate rename move reorder reposition resize rotate toggle switch assign reassign customize tweak refresh sync synchronize rebuild reload enrich refine fix correct extend renew complete finish resolve claim advance bump apply align arrange sort group merge_cells transition promote link unlink associate bind pin unpin star unstar follow unfollow like unlike favorite bookmark archive unarchive restore_from subscribe acknowledge snooze mute unmute lock unlock hide lift lower raise set_up fill focus select choose scroll zoom click double_click right_click tap double_tap long_press manage press hover drag drop_on type navigate go visit swipe key hotkey highlight play seek skip undo redo
connect     writes       connect disconnect reconnect login log_in logout log_out sign_in sign_out authenticate authorize join leave attach detach bind pair mount unmount
start       writes       start begin launch resume enable activate turn_on boot wake schedule
delete      destructive  delete remove destroy erase purge wipe drop truncate trash discard prune clear clean uninstall unregister deregister unset evict expunge shred empty void invalidate nuke flush
overwrite   destructive  overwrite replace reset revert rollback roll_back restore rewind force
stop        destructive  stop cancel terminate kill abort end close shutdown shut_down reboot restart disable deactivate suspend quit interrupt revoke ban block withdraw unpublish expire dismiss exit
send        destructive  send tell remind email mail message notify publish post broadcast reply respond forward share tweet announce dm invite push submit_review comment deliver dispatch
pay         destructive  pay buy purchase charge refund transfer sell trade bid order checkout withdraw_funds fund tip topup top_up swap_tokens donate
run         destructive  run execute exec eval invoke call trigger perform rebase deploy merge release install migrate rerun inject
approve     destructive  approve reject accept decline grant deny permit sign
`;

/** What an act does to the world. */
export type Effect = "reads" | "writes" | "destructive";
/** A kind of act, by the id of its line. */
export type ActId = string;

interface Act {
  readonly id: ActId;
  readonly effect: Effect;
  readonly verbs: readonly string[];
}

/** Every kind of act with its verbs, in the order of the table. */
const ACT_TABLE: readonly Act[] = ACTS.trim()
  .split("\n")
  .map((line) => {
    const [id, effect, ...verbs] = line.trim().split(/\s+/);
    return {
      id: id as string,
      effect: effect as Effect,
      verbs: verbs.map((verb) => verb.replaceAll("_", " ")),
    };
  });

const BY_VERB = new Map<string, Act>();
for (const act of ACT_TABLE) for (const verb of act.verbs) if (!BY_VERB.has(verb)) BY_VERB.set(verb, act);

/** The kind of act that a base form stands for, and what it does; `undefined` for a word that is no verb of the table. */
export function actOf(verb: string): Act | undefined {
  return BY_VERB.get(verb);
}

/** Verbs that name a thing as often as an act: in the middle or at the end of a name they are nouns. */
export const NOUN_TOO: ReadonlySet<string> = new Set(
  `access address answer audit backup block book bookmark branch break browse build call capture change charge check click clone close code comment commit
  compute contact content copy count cover design diff display document download draft drop dump email embed end export extract favorite feed file filter fix focus follow
  force forecast fork form format forward fund group guide hash head help highlight hover index input insert install interest invite issue key label launch lead like link list load
  lock log look mail map mark match measure merge message mint model monitor mount move name new note notice offer open order outline output pair patch permit pin place plan plant play plot point poll
  post predict press preview price print process produce profile project promise promote prompt prune pull purchase push put query quote rank rate read reason record refresh refund release
  remark rename repair reply report request research reserve reset result return review reward rotate rule run sample scan schedule score screen screenshot search select set setup share show sign
  sort source split stage star start state stop store stream string strike style submit subscribe sum summary supply support surface swap switch sync tag tail take target task template test text tip title toggle top
  track trade transfer transform translate trash tweet type update upgrade upload use value view visit void wait watch wipe work write zip zoom`.split(
    /\s+/,
  ),
);
