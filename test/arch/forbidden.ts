import { type Expression, type Program, Visitor } from 'oxc-parser';

/** A construct that is forbidden in the files matched by `in` (and not by `except`). */
export interface Forbidden {
  rule: string;
  why: string;
  in: RegExp;
  except?: RegExp;
  /** Name of a member that is read, written or called: `x.innerHTML`. */
  member?: RegExp;
  /** Global name: `eval`, `Date`. */
  name?: RegExp;
  /** `new Name(…)`. */
  construct?: RegExp;
  /** JSX attribute. */
  attribute?: RegExp;
  /** `switch (…name)`. */
  switchOn?: RegExp;
  /** Module that is imported for more than its types. */
  imports?: RegExp;
  /** Text or regular expression, as it is written. */
  literal?: RegExp;
  /** Object property set to this literal: `shell: true`. */
  property?: { key: RegExp; value: unknown };
}

export const FORBIDDEN: readonly Forbidden[] = [
  {
    rule: 'pure-core',
    why: 'src/core has no clock and no random: take them as arguments',
    in: /^src\/core\//,
    name: /^Date$/,
    member: /^random$/,
  },
  {
    rule: 'no-html-sink',
    why: 'markup reaches the page through React elements only (S19)',
    in: /^src\//,
    member: /^(innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment)$/,
    attribute: /^dangerouslySetInnerHTML$/,
  },
  { rule: 'no-eval', why: 'no code from text', in: /^(src|electron)\//, name: /^eval$/, construct: /^Function$/ },
  {
    rule: 'one-opener',
    why: 'one vetted place opens external addresses (S13)',
    in: /^electron\//,
    except: /^electron\/shell\/open-external\.ts$/,
    member: /^shell\.openExternal$/,
  },
  {
    rule: 'no-path-opener',
    why: 'no path that came from outside is opened (S14)',
    in: /^electron\//,
    // One opens the home, which no call can change; the other shows the file that the user has just saved by the system's
    // dialog, and opens nothing.
    except: /^electron\/shell\/(data-folder|save-downloads)\.ts$/,
    member: /^(openPath|showItemInFolder|loadFile)$/,
  },
  {
    rule: 'one-way-out',
    why: 'a request leaves through HostDeps.fetch, which holds its reach against the connection (S33)',
    in: /^electron\/(host|practice)\//,
    // `fetch` is passed in through the deps here.
    except: /^electron\/host\/(mcp\/remote\/guarded-fetch|sync\/(remote-fetch|webdav-store)|updates\/fetch-feed)\.ts$/,
    name: /^(fetch|WebSocket|EventSource)$/,
    construct: /^(WebSocket|EventSource|XMLHttpRequest)$/,
    member: /^(globalThis|self)\.(fetch|WebSocket|EventSource)$/,
  },
  {
    rule: 'one-way-out',
    why: 'only HostDeps.fetch connects anywhere; the others listen, look a name up, or read an address',
    in: /^electron\/(host|practice)\//,
    except: /^electron\/host\/(base\/(outgoing-fetch|socks|base-url)|mcp\/remote\/(callback-listener|lookup-all))\.ts$/,
    imports: /^(node:)?(https?|http2|net|tls|dgram|dns(\/promises)?)$|^(undici|ws)$/,
  },
  {
    rule: 'no-shell-string',
    why: 'processes are started from an argument list (S40)',
    in: /^electron\//,
    property: { key: /^shell$/, value: true },
  },
  {
    rule: 'no-sync-io',
    why: 'the host shares a thread with every stream',
    in: /^electron\/(host|practice)\//,
    name: /^(read|write|exists|mkdir|rm|stat|readdir|open|copyFile|rename|scrypt|execFile|exec|spawn)\w*Sync$/,
    member: /Sync$/,
  },
  {
    rule: 'secure-window',
    why: 'security.md S01-S03',
    in: /^electron\//,
    property: {
      key: /^(nodeIntegration|nodeIntegrationInWorker|nodeIntegrationInSubFrames|allowRunningInsecureContent|experimentalFeatures|webviewTag|navigateOnDragDrop|bypassCSP|corsEnabled|allowServiceWorkers|allowExtensions)$/,
      value: true,
    },
  },
  {
    rule: 'secure-window',
    why: 'security.md S01-S03',
    in: /^electron\//,
    property: { key: /^(contextIsolation|sandbox|webSecurity)$/, value: false },
  },
  {
    rule: 'vendors-are-data',
    why: 'a vendor is told apart by dialect data, not by a switch',
    in: /^src\//,
    except: /^src\/vendors\//,
    switchOn: /^vendor$/,
  },
  {
    rule: 'no-practice-hosts',
    why: 'a target says that it is simulated; its rules follow from that and from no address',
    in: /^src\/(core|vendors)\//,
    literal: /\.invalid/,
  },
];

interface Finding {
  rule: string;
  why: string;
  at: number;
}

function memberName(node: Expression): { property: string; full: string } | null {
  if (node.type !== 'MemberExpression') return null;
  const property =
    !node.computed && node.property.type === 'Identifier'
      ? node.property.name
      : node.property.type === 'Literal'
        ? String(node.property.value)
        : null;
  if (property === null) return null;
  const owner = node.object.type === 'Identifier' ? node.object.name : (memberName(node.object)?.property ?? '');
  return { property, full: `${owner}.${property}` };
}

/** Reports every construct of `rows` in this program; `rows` are those that apply to its path. */
export function findForbidden(program: Program, rows: readonly Forbidden[]): Finding[] {
  const found: Finding[] = [];
  const report = (row: Forbidden, at: number) => found.push({ rule: row.rule, why: row.why, at });
  const checkName = (node: Expression) => {
    if (node.type !== 'Identifier') return;
    for (const row of rows) if (row.name?.test(node.name)) report(row, node.start);
  };
  new Visitor({
    MemberExpression(node) {
      const name = memberName(node);
      checkName(node.object);
      if (name)
        for (const row of rows)
          if (row.member && (row.member.test(name.property) || row.member.test(name.full))) report(row, node.start);
    },
    CallExpression(node) {
      checkName(node.callee);
    },
    NewExpression(node) {
      checkName(node.callee);
      if (node.callee.type === 'Identifier')
        for (const row of rows) if (row.construct?.test(node.callee.name)) report(row, node.start);
    },
    JSXAttribute(node) {
      if (node.name.type === 'JSXIdentifier')
        for (const row of rows) if (row.attribute?.test(node.name.name)) report(row, node.start);
    },
    Literal(node) {
      for (const row of rows) if (node.raw && row.literal?.test(node.raw)) report(row, node.start);
    },
    SwitchStatement(node) {
      const subject = node.discriminant;
      const name = subject.type === 'Identifier' ? subject.name : memberName(subject)?.property;
      if (name) for (const row of rows) if (row.switchOn?.test(name)) report(row, node.start);
    },
    Property(node) {
      if (node.key.type !== 'Identifier' || node.value.type !== 'Literal') return;
      for (const row of rows)
        if (row.property?.key.test(node.key.name) && node.value.value === row.property.value) report(row, node.start);
    },
  }).visit(program);
  return found;
}
