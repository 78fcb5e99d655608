import { posix, win32 } from 'node:path';
import { z } from 'zod';
import { isObject, parseJson } from '#core/json.ts';
import { reasonText } from '#core/reasons.ts';
import { HostError } from '../../base/problem.ts';
import { type Pasted, readServerMap } from '../registry/read-paste.ts';

/** manifest.json of an MCP bundle (manifest versions 0.1 to 0.4, 2026-11). Unknown fields are ignored. */
const Text = z.string().optional().catch(undefined);
const Config = z.looseObject({
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const Setting = z.looseObject({
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  title: Text,
  description: Text,
  required: z.boolean().optional(),
  default: z.unknown().optional(),
  multiple: z.boolean().optional(),
  sensitive: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
});
/** A drive, a root, or a step up. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
const OUTSIDE = /^(?:[\\/]|[a-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)|\0/i;
const Manifest = z.looseObject({
  name: z.string().min(1).max(200),
  display_name: Text,
  version: z.string().max(100),
  description: Text,
  author: z.looseObject({ name: Text }).optional().catch(undefined),
  server: z.looseObject({
    type: z.enum(['node', 'python', 'uv', 'binary']),
    entry_point: z
      .string()
      .max(1000)
      .refine((path) => !OUTSIDE.test(path)),
    mcp_config: Config.extend({ platform_overrides: z.record(z.string(), Config).optional() }).optional(),
  }),
  user_config: z.record(z.string().regex(/^[\w.-]{1,100}$/), Setting).optional(),
  compatibility: z
    .looseObject({ platforms: z.array(z.string()).optional() })
    .optional()
    .catch(undefined),
});
export type Manifest = z.infer<typeof Manifest>;

/** Throws `bad_request`. */
export function readManifest(text: string): Manifest {
  const read = Manifest.safeParse(parseJson(text));
  if (read.success) return read.data;
  const where = read.error.issues[0]?.path.join('.') ?? '';
  throw new HostError('bad_request', reasonText('bundle.manifest', { field: where === '' ? 'manifest.json' : where }));
}

export interface BundlePlace {
  /** Where the bundle was unpacked. */
  folder: string;
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
}

/** The server as a paste would name it, with what the user has to fill in. */
export function serverOf(manifest: Manifest, place: BundlePlace): Pasted {
  const { name, display_name, user_config = {}, compatibility } = manifest;
  const platforms = compatibility?.platforms;
  const label = display_name ?? name;
  if (platforms && !platforms.includes(place.platform))
    return {
      servers: [],
      problems: [{ code: 'platform', server: label.slice(0, 80), detail: platforms.join(', ').slice(0, 100) }],
      inputs: undefined,
    };
  const fill = (text: string) => fillPlace(text, place, user_config);
  const { command, args = [], env = {} } = configOf(manifest.server, place);
  const server = {
    command: fill(command ?? ''),
    args: args.map(fill),
    env: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, fill(value)])),
  };
  const inputs = Object.entries(user_config).map(([id, setting]) => inputOf(id, setting, fill));
  return readServerMap({ [label]: server }, inputs);
}

/** The command for this system. Older bundles leave it out where it follows from the kind of server. */
function configOf(
  { type, entry_point, mcp_config }: Manifest['server'],
  { platform }: BundlePlace,
): z.infer<typeof Config> {
  const entry = `\${__dirname}/${entry_point}`;
  const usual: Record<typeof type, z.infer<typeof Config>> = {
    node: { command: 'node', args: [entry] },
    python: { command: platform === 'win32' ? 'python' : 'python3', args: [entry] },
    uv: { command: 'uv', args: ['run', '--directory', '${__dirname}', entry] },
    binary: { command: entry, args: [] },
  };
  const { platform_overrides, ...given } = mcp_config ?? {};
  const own = platform_overrides?.[platform] ?? {};
  const chosen = { ...(given.command === undefined ? usual[type] : given), ...own };
  return { ...chosen, env: { ...given.env, ...own.env } };
}

function fillPlace(
  text: string,
  { folder, platform, env }: BundlePlace,
  settings: Readonly<Record<string, unknown>>,
): string {
  const path = platform === 'win32' ? win32 : posix;
  const home = (platform === 'win32' ? env['USERPROFILE'] : env['HOME']) ?? '';
  const known: Readonly<Record<string, string>> = {
    __dirname: folder,
    HOME: home,
    DESKTOP: path.join(home, 'Desktop'),
    DOCUMENTS: path.join(home, 'Documents'),
    DOWNLOADS: path.join(home, 'Downloads'),
    pathSeparator: path.sep,
    '/': path.sep,
  };
  return text.replaceAll(/\$\{([\w./-]+)\}/g, (whole, key: string) => {
    if (Object.hasOwn(known, key)) return known[key] ?? whole;
    const setting = key.startsWith('user_config.') ? key.slice('user_config.'.length) : '';
    return Object.hasOwn(settings, setting) ? `\${input:${setting}}` : whole;
  });
}

function inputOf(
  id: string,
  setting: z.infer<typeof Setting>,
  fill: (text: string) => string,
): Record<string, unknown> {
  const { type, title = '', description = '', required, sensitive, multiple, min, max } = setting;
  const first: unknown = setting.default;
  const range = min === undefined && max === undefined ? '' : ` (${min ?? ''}–${max ?? ''})`;
  const texts = (Array.isArray(first) ? first : [first]).filter(
    (one) => typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean',
  );
  return {
    id,
    type: type === 'boolean' ? 'pickString' : 'promptString',
    description: [title, description].filter((one) => one !== '').join(': ') + range,
    password: sensitive === true,
    optional: required !== true,
    multiple: multiple === true,
    default: texts.map((one) => fill(String(one))).join('\n'),
    ...(type === 'boolean' ? { options: ['true', 'false'] } : {}),
  };
}

/** What the manifest says of itself. Nobody has checked it. */
export function aboutBundle({ name, display_name, version, author, description = '' }: Manifest) {
  const authorName = isObject(author) ? author.name : undefined;
  return { name: display_name ?? name, version, author: authorName ?? null, description };
}
