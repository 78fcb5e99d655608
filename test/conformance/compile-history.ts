import { isOwnService, ownEndpoint, sameEndpoint, trimEndpoint } from '#core/endpoint.ts';
import type { Target } from '#core/request.ts';
import type { Vendor } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';
import { simulatedAt } from '#test/fakes/simulated.ts';
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
  const { vendor, endpoint: given = ownEndpoint(vendor), model, ...rest } = target;
  const protocol = protocolFor(vendor, given);
  const endpoint = sameEndpoint(vendor, given, undefined) ? ownEndpoint(vendor) : trimEndpoint(given, protocol);
  const simulated = simulatedAt(vendor, given);
  const facts = findModel(vendor, model, protocol, simulated.simulated ? undefined : endpoint);
  return { ...rest, vendor, endpoint, ...simulated, model: facts };
}

/** Responses on OpenAI's own endpoint, Chat Completions on every other server that supports it. */
function protocolFor(vendor: Vendor, endpoint: string): Protocol {
  const responses =
    isOwnService({ vendor, endpoint, ...simulatedAt(vendor, endpoint) }) && !endpoint.includes('//chat.');
  return vendor === 'openai' && !responses ? 'openai-chat' : VENDOR_TABLE[vendor].protocol;
}
