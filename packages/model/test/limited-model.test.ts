import { expect, test } from "vitest";
import { JudgeError } from "../src/errors.js";
import { GIVE_UP_AFTER, limitedModel } from "../src/models/limited-model.js";
import { type PromptedErrorCode, promptedError, retryAfterMs } from "../src/prompted-errors.js";
import { fakeModel } from "./fake-model.js";

/** A clock that only moves when somebody sleeps, and keeps the pauses. */
function clock() {
  let time = 1_000_000;
  const pauses: number[] = [];
  return {
    pauses,
    options: {
      now: () => time,
      random: () => 0.5,
      sleep: async (ms: number) => {
        pauses.push(ms);
        time += ms;
      },
    },
  };
}
const failing = (code: PromptedErrorCode, facts: Record<string, number> = {}) =>
  promptedError(code, { cli: "fake", detail: "x", ...facts });
const question = { prompt: "q", trial: 0 };

test("a rate limit is asked again with pauses that double, then answered", async () => {
  const { options, pauses } = clock();
  const model = fakeModel((_, n) => (n < 4 ? failing("judge-rate-limited") : "ok"));
  const answer = await limitedModel(model, { concurrency: 1, ...options }).ask(question);
  expect(answer.text).toBe("ok");
  // Half certain, half chance at 0.5: three quarters of 1, 2 and 4 s.
  expect(pauses).toEqual([750, 1500, 3000]);
});

test("what the provider asks for is never undercut [M8.7]", async () => {
  const { options, pauses } = clock();
  const model = fakeModel((_, n) =>
    n === 1 ? failing("judge-rate-limited", { retryAfterMs: 20_000 }) : "ok",
  );
  await limitedModel(model, { concurrency: 1, ...options }).ask(question);
  expect(pauses).toEqual([20_250]);
});

test("a pause longer than five minutes is not waited for", async () => {
  const { options, pauses } = clock();
  const model = fakeModel(() => failing("judge-rate-limited", { retryAfterMs: 3_000_000 }));
  await expect(limitedModel(model, { concurrency: 1, ...options }).ask(question)).rejects.toMatchObject({
    code: "judge-rate-limited",
  });
  expect(pauses).toEqual([]);
});

test("one pause holds for all: nobody asks while the provider wants quiet", async () => {
  let time = 0;
  const askedAt: number[] = [];
  const model = fakeModel((_, n) => {
    askedAt.push(time);
    return n === 1 ? failing("judge-rate-limited", { retryAfterMs: 10_000 }) : "ok";
  });
  const limited = limitedModel(model, {
    concurrency: 1,
    random: () => 0,
    now: () => time,
    sleep: async (ms) => {
      time += ms;
    },
  });
  await Promise.all([1, 2, 3].map((trial) => limited.ask({ prompt: "q", trial })));
  expect(askedAt).toEqual([0, 10_000, 10_000, 10_000]);
});

test.each([
  "judge-timed-out",
  "judge-request-refused",
  "judge-prompt-too-large",
  "judge-program-failed",
  "judge-reply-empty",
] as const)("%s is not asked again", async (code) => {
  const model = fakeModel(() => failing(code));
  await expect(limitedModel(model, { concurrency: 1 }).ask(question)).rejects.toMatchObject({ code });
  expect(model.asked).toHaveLength(1);
});

test("after five askings a rate limit is a failure, and not one trial is booked as wrong for it", async () => {
  const { options } = clock();
  const model = fakeModel(() => failing("judge-rate-limited"));
  await expect(limitedModel(model, { concurrency: 1, ...options }).ask(question)).rejects.toMatchObject({
    code: "judge-rate-limited",
    evaluator: false,
  });
  expect(model.asked).toHaveLength(5);
});

test("every third question limited: all are answered", async () => {
  const { options } = clock();
  const model = fakeModel((_, n) => (n % 3 === 0 ? failing("judge-rate-limited") : "ok"));
  const limited = limitedModel(model, { concurrency: 4, ...options });
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, trial) => limited.ask({ prompt: "q", trial })),
  );
  expect(answers.every(({ text }) => text === "ok")).toBe(true);
});

test("a login that is refused is refused once, not once per task", async () => {
  const model = fakeModel(() => failing("judge-login-refused"));
  const limited = limitedModel(model, { concurrency: 2 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, trial) => limited.ask({ prompt: "q", trial })),
  );
  expect(
    outcomes.every(
      (outcome) =>
        outcome.status === "rejected" &&
        outcome.reason instanceof JudgeError &&
        outcome.reason.code === "judge-login-refused",
    ),
  ).toBe(true);
  expect(model.asked.length).toBeLessThanOrEqual(2);
});

test("a provider that is down is given up on; one that answers now and then is not", async () => {
  const down = fakeModel(() => failing("judge-timed-out"));
  const limited = limitedModel(down, { concurrency: 1 });
  for (let n = 0; n < GIVE_UP_AFTER; n++) await limited.ask(question).catch(() => undefined);
  await expect(limited.ask(question)).rejects.toMatchObject({
    code: "judge-gave-up",
    owner: "judge",
    evaluator: false,
  });
  expect(down.asked).toHaveLength(GIVE_UP_AFTER);

  const shaky = fakeModel((_, n) => (n % 5 === 0 ? "ok" : failing("judge-timed-out")));
  const again = limitedModel(shaky, { concurrency: 1 });
  for (let n = 0; n < 40; n++) await again.ask(question).catch(() => undefined);
  expect(shaky.asked).toHaveLength(40);
});

test("no more than the limit run at once, and all of it is used", async () => {
  let running = 0;
  let most = 0;
  const model = fakeModel(async () => {
    most = Math.max(most, ++running);
    await new Promise((done) => setTimeout(done, 5));
    running--;
    return "ok";
  });
  const limited = limitedModel(model, { concurrency: 3 });
  await Promise.all(Array.from({ length: 20 }, (_, trial) => limited.ask({ prompt: "q", trial })));
  expect(most).toBe(3);
});

test("an abort ends a pause", async () => {
  const controller = new AbortController();
  const model = fakeModel(() => failing("judge-rate-limited", { retryAfterMs: 60_000 }));
  const asking = limitedModel(model, { concurrency: 1 }).ask({ ...question, signal: controller.signal });
  setTimeout(() => controller.abort(new Error("stop")), 50);
  await expect(asking).rejects.toThrow("stop");
});

test.each([
  ["7", 7000],
  ["Please retry in 2.5s.", 2500],
  ["retryDelay: 31s", 31_000],
  ['{"retryDelay": "3s"}', 3000],
  ["try again in 750ms", 750],
  ["Retry after 2 minutes", 120_000],
  ["retry-after: 90", 90_000],
  ["retry later", undefined],
  ["", undefined],
  ["99999999999", 3_600_000],
])("a pause in %j", (text, ms) => {
  expect(retryAfterMs(text, () => 0)).toBe(ms);
});
