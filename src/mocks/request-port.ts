// Requests and responses cannot be posted between threads; their parts can, streams included.

interface CarriedRequest {
  url: string;
  method: string;
  headers: [string, string][];
  body: ArrayBuffer | null;
}

interface CarriedResponse {
  status: number;
  headers: [string, string][];
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

type Respond = (request: Request) => Promise<Response>;

/** Sends a request over a port that `serveRequests` listens at. The response's body streams, and can be cancelled. */
export async function sendRequest(port: MessagePort, request: Request): Promise<Response> {
  const body = request.method === 'GET' || request.method === 'HEAD' ? null : await request.arrayBuffer();
  const carried: CarriedRequest = {
    url: request.url,
    method: request.method,
    headers: [...request.headers],
    body,
  };
  const { port1: responses, port2: reply } = new MessageChannel();
  const answered = new Promise<CarriedResponse>((resolve) => {
    responses.onmessage = ({ data }: MessageEvent<CarriedResponse>) => resolve(data);
  });
  port.postMessage(carried, body ? [reply, body] : [reply]);
  const { body: stream, ...init } = await answered;
  responses.close();
  return new Response(stream, init);
}

/** Handles requests that arrive at a port. */
export function serveRequests(port: MessagePort, respond: Respond): void {
  port.onmessage = async ({ data, ports: [reply] }: MessageEvent<CarriedRequest>) => {
    const response = await respond(new Request(data.url, data));
    const carried: CarriedResponse = {
      status: response.status,
      headers: [...response.headers],
      body: response.body,
    };
    reply?.postMessage(carried, response.body ? [response.body] : []);
  };
}
