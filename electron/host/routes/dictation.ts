import type { dictationEndpoints, RecordingType } from '#contract/dictation.ts';
import { isObject, parseJson } from '#core/json.ts';
import { reasonText } from '#core/reasons.ts';
import { isWebPage } from '#core/web-page.ts';
import { canTranscribe } from '#core/vendors/base/can-transcribe.ts';
import { messageIn } from '../base/message-in.ts';
import { HostError } from '../base/problem.ts';
import { requireKey } from '../base/require-key.ts';
import type { Handlers } from '../base/to-routes.ts';
import { headersToVendor } from '../base/wire-headers.ts';
import type { HostServices } from './host-services.ts';

/** Vendors tell the format by the ending of the name. */
const NAMES: Record<RecordingType, string> = {
  'audio/webm': 'recording.webm',
  'audio/ogg': 'recording.ogg',
  'audio/mp4': 'recording.mp4',
};

/** `POST /audio/transcriptions` as OpenAI, Groq and Mistral have it (their API references, 2026-11). */
export function dictationHandlers({
  callVendor,
  connections,
  deps,
}: Pick<HostServices, 'callVendor' | 'connections' | 'deps'>): Handlers<typeof dictationEndpoints> {
  return {
    async transcribe({ params, query, body, request }) {
      const row = await connections.find(params.id);
      if (!canTranscribe(row.protocol)) throw new HostError('path_not_allowed', row.label);
      const key = await requireKey(deps.secrets, row);
      const form = new FormData();
      form.set('model', query.model);
      form.set('file', new Blob([body], { type: query.type }), NAMES[query.type]);
      const encoded = new Response(form);
      const headers = headersToVendor(new Headers({ accept: 'application/json' }), `Baton/${deps.version}`);
      headers.set('content-type', encoded.headers.get('content-type') ?? '');
      const url = new URL(`${row.baseUrl.replace(/\/+$/, '')}/audio/transcriptions`);
      const began = deps.clock.now();
      const response = await callVendor(row, {
        method: 'POST',
        url,
        headers,
        body: new Uint8Array(await encoded.arrayBuffer()),
        key,
        signal: request.signal,
      });
      const answer = await response.text();
      deps.log.write('info', 'dictation', {
        connection: row.id,
        status: response.status,
        ms: deps.clock.now() - began,
      });
      const said = transcriptIn(answer);
      if (response.ok && said !== null) return { text: said };
      if (response.ok && isWebPage(answer))
        return { problem: reasonText('vendor.page', { vendor: row.label, host: url.host }) };
      const problem = messageIn(answer) || reasonText('vendor.status', { vendor: row.label, status: response.status });
      return { problem: key === null ? problem : problem.replaceAll(key, '[key]') };
    },
  };
}

function transcriptIn(answer: string): string | null {
  const read = parseJson(answer);
  return isObject(read) && typeof read['text'] === 'string' ? read['text'].trim() : null;
}
