/**
 * Fetches an XML file of ours and resolves to it as a document, in which nothing runs. The browser parses what it
 * received: a parser for strings would need a Trusted Types policy that lets any string through.
 */
export function fetchXml(path: string, signal: AbortSignal): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error(`${path} could not be fetched.`));
    request.open('GET', path);
    request.responseType = 'document';
    request.overrideMimeType('text/xml');
    request.onload = () => {
      if (request.status === 200 && request.responseXML) resolve(request.responseXML);
      else fail();
    };
    request.onerror = fail;
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) reject(signal.reason);
    else request.send();
  });
}
