/** Words that carry no wish of their own: function words, politeness, and what every tool description says. */
export const STOPWORDS: ReadonlySet<string> = new Set(
  `
  a an the this that these those it its it's i i'm i'd i've i'll me my mine we we're we've we'd our ours us you you're your
  yours he she his her him they them their theirs one ones
  and or but nor so if then than as because while though although unless whether
  of in on at to for from by with without into onto about over under between through during after before up down out off
  is are was were be been being am do does did doing done have has had having will would can could should shall may might
  must
  not no don't doesn't didn't isn't aren't wasn't won't can't couldn't
  please thanks thank hi hello hey ok okay just only also too very really quite still yet already there here
  what what's which who when where why how
  any some each every both either more most much many few other another such same own
  now today something anything everything nothing someone somebody thing things
  get got gets give given want wants wanted need needs like let lets let's
  go going come goes way well kind sort bit lot
  use used uses using tool tools
  e.g eg ie etc via per
  `
    .split(/\s+/)
    .filter(Boolean),
);
