import { mostBytes } from '../files/files.schema.ts';

const security = [{ token: [] }];
const version = {
  name: 'Tus-Resumable',
  in: 'header',
  required: true,
  schema: { type: 'string', const: '1.0.0' },
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
const offset = {
  name: 'Upload-Offset',
  in: 'header',
  required: true,
  schema: { type: 'integer', minimum: 0 },
};
const failure = {
  description: 'Refused.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
};
const content = {
  'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } },
};

/** What the API document contains of uploads and files, which are no procedures: their bodies are not JSON. */
export const filePaths = {
  '/uploads': {
    post: {
      operationId: 'createUpload',
      tags: ['uploads'],
      summary: 'Begin an upload of a file for a message',
      description: `Resumable uploads by [tus 1.0.0](https://tus.io/protocols/resumable-upload), with creation, creation-with-upload, expiration and termination: any tus client works. \`Upload-Metadata\` names the file: \`filename\`, and \`kind\`, which is \`image\` or \`file\`, each in base64. A message then names the upload by the last part of \`Location\`. One that no message names is deleted at \`Upload-Expires\`.`,
      security,
      parameters: [
        version,
        {
          name: 'Upload-Length',
          in: 'header',
          required: true,
          schema: { type: 'integer', minimum: 1, maximum: mostBytes },
        },
        {
          name: 'Upload-Metadata',
          in: 'header',
          required: true,
          schema: { type: 'string' },
          example: 'filename cGxhbi5wZGY=,kind ZmlsZQ==',
        },
      ],
      responses: {
        201: {
          description: 'Begun.',
          headers: {
            Location: { description: 'Its address.', schema: { type: 'string' } },
            'Upload-Expires': { description: 'When it is deleted.', schema: { type: 'string' } },
          },
        },
        default: failure,
      },
    },
  },
  '/uploads/{id}': {
    head: {
      operationId: 'getUpload',
      tags: ['uploads'],
      summary: 'How much of an upload has arrived',
      security,
      parameters: [id, version],
      responses: {
        200: {
          description: 'It is there.',
          headers: {
            'Upload-Offset': { description: 'How many bytes have arrived.', schema: { type: 'integer' } },
            'Upload-Length': { description: 'How many there will be.', schema: { type: 'integer' } },
          },
        },
        404: { description: 'There is none, or it is not the caller’s.' },
      },
    },
    patch: {
      operationId: 'appendToUpload',
      tags: ['uploads'],
      summary: 'Send what comes next',
      description:
        'Where the connection breaks off, what has arrived stays: ask how much, and go on from there.',
      security,
      parameters: [id, version, offset],
      requestBody: { required: true, content },
      responses: {
        204: {
          description: 'It has arrived.',
          headers: { 'Upload-Offset': { schema: { type: 'integer' } } },
        },
        409: { description: 'Another number of bytes has arrived by now.' },
        default: failure,
      },
    },
    delete: {
      operationId: 'deleteUpload',
      tags: ['uploads'],
      summary: 'Delete an upload that no message names',
      security,
      parameters: [id, version],
      responses: { 204: { description: 'Deleted.' }, default: failure },
    },
  },
  '/files/{id}': {
    get: {
      operationId: 'getFile',
      tags: ['files'],
      summary: 'A file of a message',
      description:
        'For the members of the conversation who have not deleted the message. A picture is WebP; any other file is a download, of which one range of bytes can be requested.',
      security,
      parameters: [
        id,
        {
          name: 'width',
          in: 'query',
          required: false,
          schema: { type: 'integer' },
          description:
            'Of a picture, in pixels: the next larger stored width is returned, the largest without it.',
        },
        {
          name: 'Range',
          in: 'header',
          required: false,
          schema: { type: 'string', examples: ['bytes=1048576-'] },
          description: 'Of a download: what is missing of one that broke off.',
        },
      ],
      responses: {
        200: {
          description: 'The file.',
          content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
        },
        206: {
          description: 'The range, as `Content-Range` has it.',
          content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
        },
        304: { description: 'As it was, by `If-None-Match`.' },
        404: failure,
        416: { description: 'The file ends before the range begins.' },
      },
    },
  },
};
