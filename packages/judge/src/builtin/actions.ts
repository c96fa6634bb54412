/**
 * What people and tool names mean by their verbs: one line per kind of action; `name` holds the verbs that tool names and
 * descriptions open with, `said` the words and phrases of people who want it done. Written for requests and tools of
 * any field, not for a server; `_` joins the words of a phrase,
 * `~` marks one that is said for many other reasons too.
 */
export const ACTIONS = {
  read: {
    name: "get read fetch retrieve show view open load describe inspect display detail info print dump pull examine peek cat head tail",
    said: "i_need_the i_need_to_see i'd_like_to_see i_want_to_see have_a_look take_a_look show see~ read open~ view display look_at pull_up bring_up look_like what's~ what_is~ what_are~ what_does tell_me~ give_me~ let_me_see details what_exactly look_up dig_up catch_me_up brief fetch grab get~ retrieve check_out say~ how_is how's how_are how_does whose~ who~ what~ when~ describe~",
  },
  list: {
    name: "list browse enumerate all index ls scan",
    said: "show_me_all all_of_the every_one_of all_the list which~ all~ every~ any~ what_are~ what_do_we_have do_we_have are_there have_we each~ inventory overview rundown everything enumerate show_all names_of handful browse whatever_we_have",
  },
  search: {
    name: "search find lookup locate discover query filter match grep explore seek browse",
    said: "find search look_for look_through look_around look_up locate anywhere where_is where_are mention mentions matching containing contain come_up anything_about lost_track track_down hunt hits anybody anyone has_anyone do_we_have does_anyone somewhere called~ which~ dig_out filter google turn_up related~",
  },
  create: {
    name: "create add new insert make register init initialize generate write compose draft open build start establish provision save store record submit put post append schedule enroll upsert set_up",
    said: "create add make new another set_up start put insert register file log raise open~ leave jot note record write draft compose build launch i_want~ i'd_like~ i_need~ need_a~ give_me_a~ spin_up establish book missing~ save~ store keep_track start_tracking bring_into_being produce cut there's_no isn't_there_yet not_there_yet doesn't_exist plan sign_up set_me_up get_ready schedule plug_in",
  },
  update: {
    name: "update edit modify patch set change rename replace upsert adjust configure put alter toggle mark reorder append enable assign move",
    said: "make_a_change make_changes update change set edit modify rename relabel should_be should_say should_have should_read from_now_on~ instead~ swap replace flip switch correct fix adjust bump mark out_of_date no_longer~ make_that has_to_become become tweak revise amend reassign turn_into convert overwrite stale raise lower increase decrease reschedule put_off extend call_it reword rewrite hand_to assign close reopen resolve finished~ done~",
  },
  delete: {
    name: "delete remove destroy drop erase purge clear wipe uninstall unlink trash prune unset detach discard revoke",
    said: "delete remove get_rid_of get_rid wipe erase drop throw_out throw_away scrap strike forget take_off take_out take_down off_for_good trash clean_out clean_up ditch nuke cut purge clear empty_out discard don't_need no_longer_need spam uninstall unlink for_good~ bin kick_out dispose eliminate lose_the gone take_it_away take_them_away",
  },
  send: {
    name: "send email message notify publish post broadcast reply forward share push respond tweet text submit",
    said: "send email mail message text notify tell let_know ping post publish broadcast reply respond answer forward share tweet announce write_to drop_a_line shoot",
  },
  move: {
    name: "move rename transfer relocate reorder migrate switch",
    said: "move put_away relocate transfer shift rename should_be_called drag migrate bring_over hand_over to_the_top",
  },
  copy: {
    name: "copy duplicate clone fork backup snapshot mirror",
    said: "copy duplicate clone fork our_own_copy own_copy replicate backup back_up mirror",
  },
  run: {
    name: "run execute exec start trigger launch invoke call perform dispatch simulate eval evaluate rerun submit process play begin",
    said: "run execute start trigger launch fire fire_up kick_off invoke begin perform do_a carry_out go_ahead try~ call~ play simulate pretend rerun again~ evaluate",
  },
  stop: {
    name: "stop cancel terminate kill abort end close pause disable halt shutdown quit release mute suspend interrupt",
    said: "stop cancel terminate kill abort end close pause turn_off switch_off shut_down halt call_off scrap hanging stuck quit give_back hand_it_back release silence no_more enough~ put_on_hold abandon",
  },
  enable: {
    name: "enable activate resume unmute unpause start restore unarchive toggle turn_on",
    said: "enable activate turn_on switch_on resume unmute healthy_again like_normal bring_back restore back_on reinstate",
  },
  check: {
    name: "check validate verify test status health ping monitor lint diagnose debug audit",
    said: "check is_it are_they verify validate test make_sure working up_and_running is_down healthy did_it has_it status going_on whether ok~ does_it green passing valid broken wrong",
  },
  analyze: {
    name: "analyze analyse compare summarize explain evaluate score audit assess review detect classify predict estimate suggest recommend optimize diagnose interpret",
    said: "analyze analyse compare summarize sum_up explain evaluate score assess review figure_out work_out why_does why_is what_went_wrong root_cause differ better best recommend suggest estimate judge improve opinion",
  },
  count: {
    name: "count aggregate total stats statistics calculate compute sum usage measure",
    said: "how_many how_much number_of~ total count tally figure~ calculate compute add_up average altogether sum amount_of per~",
  },
  upload: {
    name: "upload attach import ingest load put",
    said: "upload attach import stick_a_file hand_over put_up load~ bring_in add_the_file include~",
  },
  download: {
    name: "download export save backup extract dump",
    said: "download export save~ back_up dump extract get_a_copy as_a_file csv pdf",
  },
  connect: {
    name: "connect link associate attach join relate bind pair map subscribe follow",
    said: "connect link tie associate attach join hang_on relate pair hook_up follow subscribe belongs goes_with",
  },
  login: {
    name: "login authenticate authorize auth signin connect register",
    said: "log_in login sign_in signed_in authenticate authorize connect_my_account get_me_in",
  },
  navigate: {
    name: "navigate goto go visit open browse launch back forward",
    said: "go_to go navigate open~ visit take_me bring_up pull_up load~ return go_back back forward up_in_the_tab",
  },
  click: {
    name: "click tap press push select hit touch drag hover",
    said: "click tap press push hit select choose pick touch hold drag hover pointer nudge",
  },
  type: {
    name: "type fill enter input write set",
    said: "type fill fill_in enter write put key_in",
  },
  wait: { name: "wait sleep delay pause", said: "wait hang_on hold_on give_it pause sleep until~ seconds~" },
  draw: {
    name: "generate draw render plot create visualize chart make convert",
    said: "draw plot chart picture visualize visualise sketch lay_out map_out illustrate render diagram graph turn_into",
  },
  approve: {
    name: "approve merge accept confirm complete resolve review publish",
    said: "approve sign_off merge accept confirm good_to_go green_light complete resolve squash land thumbs_up",
  },
  assign: {
    name: "assign invite add grant share",
    said: "assign give~ hand invite grant allow let put_on responsible",
  },
  convert: {
    name: "convert transform translate encode decode format parse compress",
    said: "convert transform translate turn_into encode decode format parse shrink compress in_english into~",
  },
} as const;

export type ActionKind = keyof typeof ACTIONS;
