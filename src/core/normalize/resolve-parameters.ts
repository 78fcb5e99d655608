import { isOwnService } from '../endpoint.ts';
import { isObject } from '../json.ts';
import { nonEmpty, type ParameterName, type RequestParameters } from '../vendors/base/request-parameters.ts';
import type { BodyField, ResolvedParameters, Target, TargetParameters } from '../request.ts';
import type { ThinkingLevel } from '../model.ts';
import {
  PARAMETER_NAMES,
  type Accepted,
  type ParameterTable,
  PROTOCOL_PARAMETERS,
} from '../vendors/base/parameters.ts';
import { VENDOR_PARAMETERS } from '../vendors/parameters.ts';

type Tell = Parameters<TargetParameters['resolve']>[2];

/** Which parameters a target accepts, where they go, and why the others are missing. */
export function parametersFor(
  target: Pick<Target, 'vendor' | 'model' | 'endpoint' | 'simulated'>,
  level: ThinkingLevel,
  set: RequestParameters = {},
): ParameterTable {
  const { vendor, model } = target;
  const make = VENDOR_PARAMETERS[vendor]?.[model.protocol] ?? PROTOCOL_PARAMETERS[model.protocol];
  const { thinking } = model;
  const thinks = thinking.kind !== 'none' && (level !== 'off' || !thinking.off);
  return make({ model, ownService: isOwnService(target), thinks, set });
}

/** The target with what the user set for it. A context length of theirs is the window of the model. */
export function withParameters(target: Target, parameters: RequestParameters | undefined): Target {
  if (!parameters || !nonEmpty(parameters)) return target;
  const wanted: Target = { ...target, parameters: { set: parameters, resolve: resolveParameters } };
  const { contextLength } = parameters;
  const row = parametersFor(target, target.thinking ?? 'off', parameters).contextLength;
  if (contextLength === undefined || 'missing' in row) return wanted;
  const { min = 1, max = Number.POSITIVE_INFINITY } = row;
  const contextWindow = Math.min(max, Math.max(min, Math.round(contextLength)));
  return { ...wanted, model: { ...target.model, contextWindow } };
}

/** These have places of their own: the compiler and the renderers put them there. */
const OWN_PLACE: ReadonlySet<ParameterName> = new Set(['maxOutput', 'thinkingBudget', 'body']);

/**
 * The parameters that this request carries. One that the target would refuse is left out, one outside of the range
 * becomes its nearest value; each has a note.
 */
function resolveParameters(target: Target, level: ThinkingLevel, note: Tell): ResolvedParameters {
  const parameters = target.parameters?.set ?? {};
  const table = parametersFor(target, level, parameters);
  const fields: BodyField[] = [];
  let thinkingBudget: number | undefined;
  for (const name of PARAMETER_NAMES) {
    const given = parameters[name];
    if (given === undefined) continue;
    const row = table[name];
    if ('missing' in row) {
      note('drop-parameter', undefined, `${name}: ${row.missing}`);
      continue;
    }
    const value = fitted(name, given, row, note);
    if (value === undefined) continue;
    if (name === 'body') addOwn(value, fields, note, row.decided);
    else if (name === 'thinkingBudget') thinkingBudget = Number(value);
    else if (!OWN_PLACE.has(name)) fields.push({ path: row.field.split('.'), value });
  }
  return { fields, ...(thinkingBudget !== undefined && { thinkingBudget }) };
}

/** What the compiler and the renderers decide, and what is a parameter of its own. */
const DECIDED =
  /^(model|messages|contents|input|stream|stream_options|system|systemInstruction|instructions|tools|tool_choice|toolConfig|store|include|think|thinking|reasoning\w*|output_config|max_\w*tokens|prompt_cache_key|temperature|top_[pk]|stop|stop_sequences|seed|\w+_penalty|verbosity|generationConfig\.(maxOutputTokens|thinkingConfig)(\..*)?)$/;

const NOTHING = /^\b$/;

/** Fields that the user adds. They don't change what the request has already. */
function addOwn(value: unknown, fields: BodyField[], note: Tell, decided = NOTHING): void {
  const taken = new Set(fields.map(({ path }) => path.join('.')));
  for (const field of leavesOf(value, [])) {
    const name = field.path.join('.');
    if (taken.has(name) || DECIDED.test(field.path[0] ?? '') || DECIDED.test(name) || decided.test(name))
      note('drop-parameter', undefined, `body ${name}: decided`);
    else fields.push(field);
  }
}

function leavesOf(value: unknown, path: readonly string[]): BodyField[] {
  if (!isObject(value) || Object.keys(value).length === 0) return path.length === 0 ? [] : [{ path, value }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** The value as the target accepts it; `undefined` if nothing of it is left. */
function fitted(name: ParameterName, given: RequestParameters[ParameterName], row: Accepted, note: Tell): unknown {
  if (typeof given === 'number') {
    // `limit-output` notes the maximum length.
    if (name === 'maxOutput') return given;
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = row;
    const near = Math.min(max, Math.max(min, row.integer ? Math.round(given) : given));
    if (near !== given) note('clamp-parameter', undefined, `${name}: ${given} -> ${near}`);
    return near;
  }
  if (!Array.isArray(given)) return given;
  // Vendors refuse a stop text without visible characters.
  const visible = given.filter((text) => text.trim() !== '').slice(0, row.count);
  if (visible.length < given.length)
    note('clamp-parameter', undefined, `${name}: ${given.length} -> ${visible.length}`);
  return visible.length === 0 ? undefined : visible;
}
