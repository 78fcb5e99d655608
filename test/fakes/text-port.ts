import { serveText } from '#markdown/worker/serve-text.ts';
import type { TextPort, TextReply } from '#markdown/worker/text-messages.ts';

/** The worker for texts, in this thread. */
export function openTextPort(): TextPort {
  const listeners: ((reply: TextReply) => void)[] = [];
  const answer = serveText((reply) => listeners.forEach((listener) => listener(structuredClone(reply))));
  return {
    post: (request) => void answer(request),
    listen: (onMessage) => void listeners.push(onMessage),
    end: () => void listeners.splice(0),
  };
}
