/** Milliseconds without a response after which a page is quiet, and after which it is not waited for any longer. */
const timing = { quiet: 1_500, longest: 10_000 };

/** Resolves once the page is loaded and has received nothing for a while: what is not urgent then takes nothing from it. */
export async function whenQuiet(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  const { promise, resolve } = Promise.withResolvers<void>();
  const latest = setTimeout(resolve, timing.longest);
  let quiet = setTimeout(resolve, timing.quiet);
  const observer = new PerformanceObserver(() => {
    clearTimeout(quiet);
    quiet = setTimeout(resolve, timing.quiet);
  });
  observer.observe({ type: 'resource' });
  await promise;
  observer.disconnect();
  clearTimeout(latest);
}
