// Preloaded into a measured process: tells its peak memory (KB, all threads) and its processor time (µs, all threads) at the end.
process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write(JSON.stringify({ rss: maxRSS, cpu: userCPUTime + systemCPUTime }));
});
