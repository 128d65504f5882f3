import { PerformanceObserver } from 'node:perf_hooks';
import { ReadableStream } from 'node:stream/web';

/* What browsers have and jsdom does not. */
Object.assign(globalThis, { PerformanceObserver, ReadableStream });
