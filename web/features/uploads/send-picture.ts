import { uploadAnswer } from '#contract/uploads/uploads.ts';
import { CONNECTION_LOST, isUnauthenticated, LostAnswer, toApiError } from '#web/lib/api.ts';
import { withBearer } from '#web/lib/bearer.ts';
import type { UploadedPicture } from './picture.ts';

/** A connection without any progress for this long is lost. */
const STALL_MS = 45_000;

export type SendOptions = {
  signal?: AbortSignal;
  /** Bytes sent so far, and their total. */
  onProgress?: (sent: number, total: number) => void;
};

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Uses XMLHttpRequest, since fetch does not report upload progress. @throws Refusal, LostAnswer */
export function sendPicture(file: Blob, name: string, options: SendOptions = {}) {
  return withBearer((headers) => send(file, name, { ...options, headers }), isUnauthenticated);
}

type Sending = SendOptions & { headers: Record<string, string> };

function send(file: Blob, name: string, options: Sending) {
  return new Promise<UploadedPicture>((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stall = 0;
    const watch = () => {
      clearTimeout(stall);
      stall = window.setTimeout(() => request.abort(), STALL_MS);
    };
    const lose = () => reject(new LostAnswer(CONNECTION_LOST));
    request.upload.onprogress = ({ loaded, total }) => {
      watch();
      options.onProgress?.(loaded, total);
    };
    request.onload = () => {
      const json = readJson(request.responseText);
      const { data } = uploadAnswer.safeParse(json);
      if (data) resolve(data);
      else reject(toApiError(request.status, json, request.getResponseHeader('Retry-After')));
    };
    request.onerror = lose;
    request.onabort = lose;
    request.onloadend = () => clearTimeout(stall);
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });

    const form = new FormData();
    form.append('image', file, name);
    request.open('POST', '/api/upload');
    for (const [key, value] of Object.entries(options.headers)) {
      request.setRequestHeader(key, value);
    }
    watch();
    request.send(form);
  });
}
