const timers = new Map<number, ReturnType<typeof setTimeout>>();

addEventListener('message', ({ data }: MessageEvent<[id: number, ms: number]>) => {
  const [id, ms] = data;
  if (ms < 0) {
    clearTimeout(timers.get(id));
    timers.delete(id);
    return;
  }
  const timer = setTimeout(() => {
    timers.delete(id);
    postMessage(id);
  }, ms);
  timers.set(id, timer);
});
