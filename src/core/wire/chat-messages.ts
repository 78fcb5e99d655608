import { type Json, object, objects, text } from './json.ts';

/** A message of a body whose `messages` hold calls as `tool_calls`. */
export interface ChatMessage {
  path: string;
  role: string;
  message: Json;
  calls: Json[];
}

export const readChatMessages = (body: Json): ChatMessage[] =>
  objects(body.messages).map((message, index) => ({
    path: `messages.${index}`,
    role: text(message.role),
    message,
    calls: objects(message.tool_calls),
  }));

export const callsOf = (messages: readonly ChatMessage[]) =>
  messages.flatMap(({ path, calls }) =>
    calls.map((call, at) => ({ path: `${path}.tool_calls.${at}`, id: call.id, name: object(call.function).name })),
  );
