import { serveText } from './serve-text.ts';
import type { TextRequest } from './text-messages.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
const answer = serveText((reply) => postMessage(reply));

addEventListener('message', ({ data }: MessageEvent<TextRequest>) => void answer(data));
