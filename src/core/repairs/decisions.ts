import type { HistoryMessage } from '../message.ts';
import { EVERY_MESSAGE, messageRefOf } from '../normalize/base/overlays.ts';
import type { Decision, Target } from '../request.ts';

export function messagesOf(body: unknown): readonly unknown[] {
  const { messages, input, contents } = (body ?? {}) as Record<string, unknown>;
  const list = messages ?? input ?? contents;
  return Array.isArray(list) ? list : [];
}

export function named(history: readonly HistoryMessage[], index: number): string {
  const message = history[index];
  return message ? messageRefOf(message, index) : EVERY_MESSAGE;
}

export function about(kind: string, message: string | null, data: Record<string, unknown>): Decision {
  return { kind, target: { message: message ?? EVERY_MESSAGE }, reason: '', data };
}

export function service({ vendor, endpoint }: Target): Record<string, unknown> {
  return { vendor, endpoint };
}

export function model(target: Target): Record<string, unknown> {
  return { ...service(target), model: target.model.id };
}
