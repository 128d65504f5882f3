import { reachability } from '#src/lib/reachability.ts';
import { onWake } from './on-wake.ts';

/** How long a socket may take, in milliseconds. */
const timeoutMs = {
  /** To open. */
  open: 8_000,
  /**
   * The timeout after the device came back online or the page came back into view: with the second over which
   * connecting again is spread, a new socket is there within three seconds.
   */
  answer: 1_900,
};

/** The code of `close` where this side closed the connection: the server's and the browser's are others. */
export const closedHere = 4000;

/**
 * A WebSocket that notices soon that nobody is at the other end. A browser gives a dead connection a minute before
 * it fires `close`, even after `close()` was called; this one fires it right away. It also gives up opening after
 * 8 s, and asks for a sign of life whenever the network may have changed.
 */
export class TimeoutWebSocket extends WebSocket {
  readonly #life = new AbortController();
  #opening: ReturnType<typeof setTimeout>;
  #answering: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols);
    const { signal } = this.#life;

    // Added before anybody else's: once the end was announced, the real one reaches nobody.
    const isolate = (event: Event) => {
      if (signal.aborted) event.stopImmediatePropagation();
    };
    this.addEventListener('error', isolate);
    this.addEventListener('close', isolate);
    this.addEventListener('close', () => this.#end());

    this.#opening = setTimeout(() => this.close(), timeoutMs.open);
    this.addEventListener('open', () => {
      clearTimeout(this.#opening);
      reachability.useStream(() => this.send('PING'), signal);
    });
    this.addEventListener('message', () => this.#heard());

    onWake(() => this.#askForAnswer(), signal);
  }

  override close(code?: number, reason?: string): void {
    const wasOpening = this.readyState === WebSocket.CONNECTING;
    super.close(code, reason);
    // A task of its own, as a browser would: nobody expects `close` to fire within `close()`.
    setTimeout(() => {
      if (this.#life.signal.aborted) return;
      if (wasOpening) this.dispatchEvent(new Event('error'));
      this.dispatchEvent(new CloseEvent('close', { code: closedHere, wasClean: false }));
    });
  }

  /** A message to a closed connection is dropped, as a browser does, but without an error in the console. */
  override send(...message: Parameters<WebSocket['send']>): void {
    if (this.readyState !== WebSocket.CLOSING && this.readyState !== WebSocket.CLOSED) super.send(...message);
  }

  #askForAnswer(): void {
    if (this.readyState !== WebSocket.OPEN || this.#answering !== undefined) return;
    this.send('PING');
    this.#answering = setTimeout(() => this.close(), timeoutMs.answer);
  }

  #heard(): void {
    reachability.heardStream();
    clearTimeout(this.#answering);
    this.#answering = undefined;
  }

  #end(): void {
    clearTimeout(this.#opening);
    clearTimeout(this.#answering);
    reachability.doubt();
    this.#life.abort();
  }
}
