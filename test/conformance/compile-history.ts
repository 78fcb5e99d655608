import { isOfficialOpenAI } from '#core/normalize/base/dialects.ts';
import { OWN_ENDPOINTS, sameEndpoint, trimEndpoint } from '#core/endpoint.ts';
import type { Target } from '#core/request.ts';
import type { Protocol, Vendor } from '#core/vendor.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { loadService } from '#vendors/registry.ts';
import type { CompileInput, CompileOutput } from './contract.ts';
import { readInput } from './read-input.ts';

/** Requests are captured before the network, so this fetch is never reached. */
const deps = { fetch: () => Promise.reject(new Error('the compile door has no network')) };

/** The real vendor service builds the request. Returns what it passes to fetch. Never rejects. */
export async function compileHistory(given: unknown): Promise<CompileOutput> {
  try {
    const input = readInput(given);
    return typeof input === 'string' ? failed('invalid_input', input) : await compile(input);
  } catch (error) {
    return failed('unknown', String(error));
  }
}

async function compile(input: CompileInput): Promise<CompileOutput> {
  const target = toTarget(input.target);
  const service = await loadService(target.model.protocol, deps);
  const { request, report } = service.sanitizeMessages(input.history, [], target);
  if (report.problem) return failed(report.problem.kind, report.problem.message);
  try {
    return { ok: true, request: await service.capture(request, target), report };
  } catch (error) {
    // The SDK itself refuses, for example a model name that can't be part of an address.
    return failed('invalid_parameter', String(error));
  }
}

const failed = (kind: string, message: string): CompileOutput => ({ ok: false, error: { kind, message } });

function toTarget(target: CompileInput['target']): Target {
  const { vendor, endpoint: given = OWN_ENDPOINTS[vendor], model, ...rest } = target;
  const protocol = protocolFor(vendor, given);
  const endpoint = sameEndpoint(vendor, given, undefined) ? OWN_ENDPOINTS[vendor] : trimEndpoint(given, protocol);
  return { ...rest, vendor, endpoint, model: findModel(vendor, model, protocol, endpoint) };
}

const PROTOCOLS: Partial<Record<Vendor, Protocol>> = {
  anthropic: 'anthropic',
  gemini: 'gemini',
  xai: 'openai-responses',
};

/** Responses on OpenAI's own endpoint, Chat Completions on every other server that supports it. */
function protocolFor(vendor: Vendor, endpoint: string): Protocol {
  const fixed = PROTOCOLS[vendor];
  if (fixed) return fixed;
  return vendor === 'openai' && isOfficialOpenAI(endpoint) && !endpoint.includes('//chat.')
    ? 'openai-responses'
    : 'openai-chat';
}
