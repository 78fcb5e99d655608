import { hexId } from '../base/digest.ts';
import { badRequest, type Failure } from '../base/failure.ts';
import { openaiError } from '../wire/openai-errors.ts';

const MAX_BYTES = 25 * 1024 * 1024;
const FIELDS = new Set(['model', 'file', 'language', 'prompt', 'response_format', 'temperature']);
const ENDINGS = /\.(?:flac|m4a|mp3|mp4|mpeg|mpga|oga|ogg|wav|webm)$/;
/** A practice model can't hear. */
const TEXT = 'A practice model can’t hear: here you would read what you said.';

function check(form: FormData, models: readonly string[]): Failure | null {
  const stray = [...form.keys()].find((field) => !FIELDS.has(field));
  if (stray !== undefined) return badRequest(`Unrecognized request argument supplied: ${stray}`);
  const [model, file] = [form.get('model'), form.get('file')];
  if (typeof model !== 'string') return badRequest('you must provide a model parameter');
  if (!models.includes(model))
    return {
      status: 404,
      message: `The model \`${model}\` does not exist or you do not have access to it.`,
      code: 'model_not_found',
    };
  if (!(file instanceof Blob)) return badRequest("Missing required parameter: 'file'.");
  const name = file instanceof File ? file.name : '';
  if (!ENDINGS.test(name)) return badRequest(`Invalid file format. Supported formats: ${ENDINGS.source}`);
  if (file.size === 0) return badRequest('Audio file is too short. Minimum audio length is 0.1 seconds.');
  if (file.size > MAX_BYTES)
    return { status: 413, message: `Maximum content size limit (${MAX_BYTES}) exceeded (${file.size} bytes read)` };
  return null;
}

/** `POST /audio/transcriptions` of OpenAI and the servers that follow it (platform.openai.com, 2026-11). */
export async function handleOpenAITranscription(request: Request, models: readonly string[]): Promise<Response> {
  const headers = { 'x-request-id': hexId('req_', 32, 'transcription', request.url) };
  const form = await request.formData().catch(() => null);
  const failure = form ? check(form, models) : badRequest('Could not parse multipart form');
  return failure
    ? Response.json({ error: openaiError(failure) }, { status: failure.status, headers })
    : Response.json({ text: TEXT }, { headers });
}
