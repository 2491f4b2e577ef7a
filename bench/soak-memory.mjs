/** Preloaded into the simulator that is soaked: answers each message with its memory after a collection. */
process.on('message', () => {
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({ rss, heapUsed, external });
});
process.channel.unref();
