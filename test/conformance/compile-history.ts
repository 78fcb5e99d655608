import type { HistoryMessage } from '#core/message.ts';
import { isOfficialOpenAI } from '#core/normalize/dialects.ts';
import { OWN_ENDPOINTS } from '#core/endpoint.ts';
import type { Target } from '#core/request.ts';
import { type Protocol, VENDORS, type Vendor } from '#core/vendor.ts';
import { findModel } from '#vendors/catalogue/find-model.ts';
import { loadService } from '#vendors/registry.ts';
import type { CompileInput, CompileOutput } from './contract.ts';

/** Requests are captured before the network; this fetch is never reached. */
const deps = { fetch: () => Promise.reject(new Error('the compile door has no network')) };

/** The real vendor service builds the request; what it hands to fetch is the answer. */
export async function compileHistory(input: CompileInput): Promise<CompileOutput> {
  const problem = findProblem(input);
  if (problem !== null) return { ok: false, error: { kind: 'invalid_input', message: problem } };
  const target = toTarget(input.target);
  const service = await loadService(target.model.protocol, deps);
  const { request, report } = service.sanitizeMessages(input.history.map(readMessage), [], target);
  if (report.problem) return { ok: false, error: { kind: report.problem.kind, message: report.problem.message } };
  const captured = await service.capture(request, target);
  return { ok: true, request: captured, report };
}

function toTarget(target: CompileInput['target']): Target {
  const { vendor, endpoint = OWN_ENDPOINTS[vendor], model, ...rest } = target;
  return { ...rest, vendor, endpoint, model: findModel(vendor, model, protocolFor(vendor, endpoint), endpoint) };
}

const PROTOCOLS: Partial<Record<Vendor, Protocol>> = {
  anthropic: 'anthropic',
  gemini: 'gemini',
  xai: 'openai-responses',
};

/** Responses on OpenAI's own endpoint, Chat Completions on every other server that speaks it. */
function protocolFor(vendor: Vendor, endpoint: string): Protocol {
  const fixed = PROTOCOLS[vendor];
  if (fixed) return fixed;
  return vendor === 'openai' && isOfficialOpenAI(endpoint) && !endpoint.includes('//chat.')
    ? 'openai-responses'
    : 'openai-chat';
}

/** The door takes JSON from outside: a message without a list of parts is a message without parts. */
function readMessage(message: HistoryMessage): HistoryMessage {
  return Array.isArray(message.parts) ? message : { ...message, parts: [] };
}

function findProblem(input: CompileInput): string | null {
  if (typeof input !== 'object' || input === null) return 'the input is not an object';
  if (!Array.isArray(input.history)) return 'history is not a list';
  if (typeof input.target !== 'object' || input.target === null) return 'target is not an object';
  if (!VENDORS.includes(input.target.vendor)) return `unknown vendor: ${JSON.stringify(input.target.vendor)}`;
  return typeof input.target.model === 'string' ? null : 'target.model is not a string';
}
