/** A connection to nobody: it sends nothing and, as a browser's, takes long to notice. */
export class DeadSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState: number = DeadSocket.CONNECTING;
  sent: string[] = [];

  open() {
    this.readyState = DeadSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  send(data: string) {
    this.sent.push(data);
  }
  close() {
    this.readyState = DeadSocket.CLOSING;
  }
}
