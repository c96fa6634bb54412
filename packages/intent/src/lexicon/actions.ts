/**
 * What people and tool names mean by their verbs: one line per kind of action; `name` holds the verbs that tool names and
 * descriptions open with, `said` the words and phrases of people who want it done. Written for requests and tools of
 * any field, not for a server; `_` joins the words of a phrase,
 * `~` marks one that is said for many other reasons too.
 */
export const ACTIONS = {
  read: {
    name: "get read fetch retrieve show view open load describe inspect display detail info print dump pull examine peek cat head tail",
    said: "look_into go_over walk_me_through read_out spell_out remind_me_what what_did what_was contents_of i_need_the i_need_to_see i'd_like_to_see i_want_to_see have_a_look take_a_look show see~ read open~ view display look_at pull_up bring_up look_like what's~ what_is~ what_are~ what_does tell_me~ give_me~ let_me_see details what_exactly look_up dig_up catch_me_up brief fetch grab get~ retrieve check_out say~ how_is how's how_are how_does whose~ who~ what~ when~ describe~",
  },
  list: {
    name: "list browse enumerate all index ls scan",
    said: "run_through everything_in what_all who_all who_else names_of which_ones lay_out_all what_else show_me_all all_of_the every_one_of all_the list which~ all~ every~ any~ what_are~ what_do_we_have do_we_have are_there have_we each~ inventory overview rundown everything enumerate show_all names_of handful browse whatever_we_have",
  },
  search: {
    name: "search find lookup locate discover query filter match grep explore seek browse",
    said: "hunt_for sniff_out scout is_there_a is_there_any do_i_have do_you_have did_anyone has_anybody can't_find lost misplaced remember_where whereabouts keyword find search look_for look_through look_around look_up locate anywhere where_is where_are mention mentions matching containing contain come_up anything_about lost_track track_down hunt hits anybody anyone has_anyone do_we_have does_anyone somewhere called~ which~ dig_out filter google turn_up related~",
  },
  create: {
    name: "create add new insert make register init initialize generate write compose draft open build start establish provision save store record submit put post append schedule enroll upsert set_up",
    said: "come_up_with bring_in draw_up write_up put_up put_down jot_down note_down write_down log_a add_to sign_me_up keep_a_note i_want_a_new i_want_another i_need_somewhere make_room brand_new from_scratch fresh throw_together knock_up stand_up spawn mint issue begin_a kick_off_a create add make new another set_up start put insert register file log raise open~ leave jot note record write draft compose build launch i_want~ i'd_like~ i_need~ need_a~ give_me_a~ spin_up establish book missing~ save~ store keep_track start_tracking bring_into_being produce cut there's_no isn't_there_yet not_there_yet doesn't_exist plan sign_up set_me_up get_ready schedule plug_in",
  },
  update: {
    name: "update edit modify patch set change rename replace upsert adjust configure put alter toggle mark reorder append enable assign move",
    said: "should_now swap_out change_over push_back bring_forward move_up touch_up brush_up patch_up clean_up_the fill_out rework rephrase retitle recolor resize reprioritize bring_up_to_date set_the set_it make_this should_no_longer used_to_be instead_of rather_than not_anymore is_now are_now was_wrong typo make_a_change make_changes update change set edit modify rename relabel should_be should_say should_have should_read from_now_on~ instead~ swap replace flip switch correct fix adjust bump mark out_of_date no_longer~ make_that has_to_become become tweak revise amend reassign turn_into convert overwrite stale raise lower increase decrease reschedule put_off extend call_it reword rewrite hand_to assign close reopen resolve finished~ done~",
  },
  delete: {
    name: "delete remove destroy drop erase purge clear wipe uninstall unlink trash prune unset detach discard revoke",
    said: "throw_it_out throw_them_out get_it_out chuck toss dump_the shred retire_the axe zap blow_away obliterate deregister unregister take_it_off take_them_off don't_want_it not_needed nothing_left delete remove get_rid_of get_rid wipe erase drop throw_out throw_away scrap strike forget take_off take_out take_down off_for_good trash clean_out clean_up ditch nuke cut purge clear empty_out discard don't_need no_longer_need spam uninstall unlink for_good~ bin kick_out dispose eliminate lose_the gone take_it_away take_them_away",
  },
  send: {
    name: "send email message notify publish post broadcast reply forward share push respond tweet text submit",
    said: "pass_on pass_along fire_off hand_out spread_the_word let_everyone_know give_a_heads_up reach_out get_back_to drop_them_a_line send email mail message text notify tell let_know ping post publish broadcast reply respond answer forward share tweet announce write_to drop_a_line shoot",
  },
  move: {
    name: "move rename transfer relocate reorder migrate switch",
    said: "belongs_under belongs_in goes_under shift_to bring_under put_under switch_to hand_off move put_away relocate transfer shift rename should_be_called drag migrate bring_over hand_over to_the_top",
  },
  copy: {
    name: "copy duplicate clone fork backup snapshot mirror",
    said: "make_a_copy second_copy another_copy snapshot_of copy duplicate clone fork our_own_copy own_copy replicate backup back_up mirror",
  },
  run: {
    name: "run execute exec start trigger launch invoke call perform dispatch simulate eval evaluate rerun submit process play begin",
    said: "set_off get_going go_ahead_and put_through try_out spin play_back fire boot boot_up turn_on run execute start trigger launch fire fire_up kick_off invoke begin perform do_a carry_out go_ahead try~ call~ play simulate pretend rerun again~ evaluate",
  },
  stop: {
    name: "stop cancel terminate kill abort end close pause disable halt shutdown quit release mute suspend interrupt",
    said: "hit_pause hold_off knock_off make_it_stop pull_the_plug break_off give_up_on leave_it_be hung frozen stuck quit_it tick_off check_off cross_off wrap_up close_out mark_as_done all_done stop cancel terminate kill abort end close pause turn_off switch_off shut_down halt call_off scrap hanging stuck quit give_back hand_it_back release silence no_more enough~ put_on_hold abandon",
  },
  enable: {
    name: "enable activate resume unmute unpause start restore unarchive toggle turn_on",
    said: "bring_it_back reopen open_again start_again un-pause revive reactivate turn_back_on let_it_run undo by_mistake enable activate turn_on switch_on resume unmute healthy_again like_normal bring_back restore back_on reinstate",
  },
  check: {
    name: "check validate verify test status health ping monitor lint diagnose debug audit",
    said: "see_if find_out_whether find_out_if double_check confirm_that is_everything any_problems any_issues still_up alive reachable up_to_date correct make_sure check is_it are_they verify validate test make_sure working up_and_running is_down healthy did_it has_it status going_on whether ok~ does_it green passing valid broken wrong",
  },
  analyze: {
    name: "analyze analyse compare summarize explain evaluate score audit assess review detect classify predict estimate suggest recommend optimize diagnose interpret",
    said: "how_good how_bad what_do_you_think weigh_up pros_and_cons make_sense_of break_down dig_into why_is_it why_are what's_wrong so_slow bottleneck analyze analyse compare summarize sum_up explain evaluate score assess review figure_out work_out why_does why_is what_went_wrong root_cause differ better best recommend suggest estimate judge improve opinion",
  },
  count: {
    name: "count aggregate total stats statistics calculate compute sum usage measure",
    said: "add_up tot_up how_often how_long how_big how_far how_much_space add_together work_out_the what_share percentage how_many how_much number_of~ total count tally figure~ calculate compute add_up average altogether sum amount_of per~",
  },
  upload: {
    name: "upload attach import ingest load put",
    said: "hand_in push_up send_up throw_up bring_over upload attach import stick_a_file hand_over put_up load~ bring_in add_the_file include~",
  },
  download: {
    name: "download export save backup extract dump",
    said: "pull_down get_a_copy keep_a_copy take_away_a_copy save_to_disk save_to_a_file bring_home to_my_machine print_out download export save~ back_up dump extract get_a_copy as_a_file csv pdf",
  },
  connect: {
    name: "connect link associate attach join relate bind pair map subscribe follow",
    said: "join_up stitch wire_up tie_together belongs_to goes_with add_me_to hook connect link tie associate attach join hang_on relate pair hook_up follow subscribe belongs goes_with",
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
    said: "key punch_in fill_out put_in type fill fill_in enter write put key_in",
  },
  wait: { name: "wait sleep delay pause", said: "wait hang_on hold_on give_it pause sleep until~ seconds~" },
  draw: {
    name: "generate draw render plot create visualize chart make convert",
    said: "draw plot chart picture visualize visualise sketch lay_out map_out illustrate render diagram graph turn_into",
  },
  approve: {
    name: "approve merge accept confirm complete resolve review publish",
    said: "give_the_nod all_good ship_it lgtm okay_it say_yes wave_through approve sign_off merge accept confirm good_to_go green_light complete resolve squash land thumbs_up",
  },
  assign: {
    name: "assign invite add grant share",
    said: "assign give~ hand invite grant allow let put_on responsible",
  },
  convert: {
    name: "convert transform translate encode decode format parse compress",
    said: "turn_this_into turn_these_into turn_it_into change_into in_german in_french in_spanish printable convert transform translate turn_into encode decode format parse shrink compress in_english into~",
  },
} as const;

export type ActionKind = keyof typeof ACTIONS;
