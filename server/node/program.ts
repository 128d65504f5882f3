/**
 * How the server's process is started, by `npm start` and by everything that starts one beside it.
 *
 * Without these flags V8 lets garbage lie until the heap is four times what is in use, and has 192 MiB for objects that
 * live a moment: after a load of feeds the process kept some 700 MiB, of which 150 were in use. A heap is collected
 * once it is 1.6 times what is in use: where it grows fast, V8 alone would do so after a seventh, and each time takes
 * most of a second of a process with thousands of sockets. glibc keeps freed memory for every thread that ever allocated;
 * pictures and passwords are worked on in several. A kept compilation halves the time until the first response of a
 * start on data that is there (1.8 s to 0.9 s).
 */
export const program = {
  /** MiB. What 10,000 event streams and the largest bodies need stays far below the first. */
  flags: ['--max-old-space-size=1024', '--max-semi-space-size=16', '--heap-growing-percent=60'],
  env: { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: '.build/compile-cache' },
  script: 'server/node/start.ts',
} as const;
