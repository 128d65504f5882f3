import { delay } from 'msw';
import type { FaultRun, FaultyCall } from './run.ts';

/** Does to a response of server-sent events what its call is to meet. Any other response stays as it is. */
export function breakStream(response: Response, call: FaultyCall, run: FaultRun): Response {
  const { body, headers, status } = response;
  if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) return response;
  return new Response(breakMessages(body, call, run), { headers, status });
}

function breakMessages(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  call: FaultyCall,
  run: FaultRun,
): ReadableStream<Uint8Array> {
  const slow = call.faults.find((fault) => fault.kind === 'slow');
  const cut = call.faults.find((fault) => fault.kind === 'cut');
  const reader = body.getReader();
  const encoder = new TextEncoder();
  if (slow) run.note(call, slow);

  async function pump(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const send = (part: string) => controller.enqueue(encoder.encode(part));
    let [number, held] = [0, ''];
    for await (const part of partsOf(reader)) {
      if (isMessage(part)) {
        number += 1;
        if (slow) await delay(slow.ms);
        const which = { numbers: [[number, number] as const] };
        if (held === '' && call.hits('reorder', number)) {
          run.note(call, { kind: 'reorder', which });
          held = part;
          continue;
        }
        send(part);
        if (call.hits('duplicate', number)) {
          run.note(call, { kind: 'duplicate', which });
          send(part);
        }
        if (held !== '') send(held);
        held = '';
      } else send(part);
      if (cut && number >= cut.after) {
        run.note(call, cut);
        controller.error(new TypeError('The test scenario breaks the connection here.'));
        await reader.cancel();
        return;
      }
    }
    if (held !== '') send(held);
    controller.close();
  }

  return new ReadableStream({
    // What fails once the reader is gone concerns nobody.
    start: (controller) => void pump(controller).catch((error: unknown) => controller.error(error)),
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Whether it is something that was sent, and not what keeps the connection alive. */
const isMessage = (part: string) => /^data:/m.test(part) && !/^event:/m.test(part);

/** The parts of a stream, each with the empty line at its end. */
async function* partsOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) yield `${part}\n\n`;
  }
  if (text !== '') yield text;
}
