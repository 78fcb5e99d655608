/**
 * Why something failed, as Baton's host and its requests say it. The English sentence is what is stored, logged and read
 * by models; the page finds it again here and says it in its own language (catalog `reasons`). Any other text is
 * somebody else's, and the page quotes it.
 */
export const REASONS = {
  'address.none': 'That’s not an address.',
  'address.scheme': 'The address must begin with https:// or http://.',
  'address.login': 'The address can’t have a user name or password. Add the key instead.',
  'address.ends': 'The address must end before any ? or #.',
  'address.nowhere': 'None of your servers can be at that address.',
  'address.openKey':
    'Use https: over http the key could be read on the way. http is for this computer and the local network.',
  'address.path': 'The path of the address isn’t plain.',
  'address.links': 'Only https, http, and mailto addresses without a password can be opened.',

  'connection.header': 'The header {{name}} can’t be added.',
  'connection.headers': 'There are too many headers.',
  'connection.version': 'That’s not an API version.',
  'connection.model': 'A model needs a name.',
  'connection.builtIn': 'Built-in connections can’t be changed or removed. Remove their key instead.',
  'key.latin': 'A key has only Latin letters, digits, and signs, without spaces. Copy it again.',
  'key.notNeeded': '{{vendor}} needs no key.',
  'key.missing': 'Add a key for {{vendor}} in the settings.',

  'vendor.unknownName':
    '{{vendor}} at {{host}} didn’t respond: its name wasn’t found. Check the address and your internet connection ({{code}}).',
  'vendor.noNames':
    '{{vendor}} at {{host}} didn’t respond: names can’t be looked up. Check your internet connection ({{code}}).',
  'vendor.nothingThere':
    '{{vendor}} at {{host}} didn’t respond: nothing is listening there. Check the address, and whether the server is running ({{code}}).',
  'vendor.reset': '{{vendor}} at {{host}} didn’t respond: the connection was reset ({{code}}).',
  'vendor.tooLong': '{{vendor}} at {{host}} didn’t respond: it took too long ({{code}}).',
  'vendor.noWay':
    '{{vendor}} at {{host}} didn’t respond: it can’t be reached. Check your internet connection ({{code}}).',
  'vendor.untrusted': '{{vendor}} at {{host}} didn’t respond: its certificate isn’t trusted here ({{code}}).',
  'vendor.expired': '{{vendor}} at {{host}} didn’t respond: its certificate has expired ({{code}}).',
  'vendor.otherName': '{{vendor}} at {{host}} didn’t respond: its certificate belongs to another name ({{code}}).',
  'vendor.tls':
    '{{vendor}} at {{host}} didn’t respond: it doesn’t speak TLS as expected. Check whether the address is https or http ({{code}}).',
  'vendor.notHttp': '{{vendor}} at {{host}} didn’t respond: it doesn’t speak HTTP ({{code}}).',
  'vendor.failedCode': '{{vendor}} at {{host}} didn’t respond: the connection failed ({{code}}).',
  'vendor.failed': '{{vendor}} at {{host}} didn’t respond: the connection failed.',
  'vendor.page': '{{vendor}} at {{host}} responded with a web page: this network’s sign-in page, or a wrong address.',
  'vendor.redirect': '{{vendor}} at {{host}} sent the request elsewhere. Check the address.',
  'vendor.late': '{{vendor}} didn’t respond within {{seconds}} seconds.',
  'vendor.lost': 'The connection to {{vendor}} was lost before the response was complete.',
  'vendor.status': '{{vendor}} returned status {{status}}.',
  'vendor.noList':
    '{{vendor}} has no list of models at {{host}}. Check the address, or send a message to test the key.',

  'proxy.address': 'Enter the address of the proxy as http://host:port or socks5://host:port.',
  'proxy.login': 'Enter the user name and the password of the proxy in their own fields.',
  'proxy.socks': 'Baton can’t use SOCKS 4. Enter an HTTP or SOCKS 5 proxy in Settings > System, or connect directly.',
  'proxy.unreachable': 'The proxy {{proxy}} didn’t respond ({{code}}). Check it in Settings > System.',
  'proxy.refused': 'The proxy {{proxy}} refused to connect (status {{status}}). Check it in Settings > System.',
  'proxy.signIn': 'The proxy {{proxy}} asks for a user name and a password. Enter them in Settings > System.',
  'authority.none': 'There’s no certificate in PEM form in this file.',
  'authority.notOne': '{{name}} is no authority: its certificate can’t vouch for others.',
  'authority.ended': 'The certificate of {{name}} has expired.',

  'encryption.unavailable': 'The system’s keychain can’t keep a key here, so nothing can be encrypted.',
  'encryption.keychain': 'The system’s keychain didn’t take the key. Unlock it and try again.',
  'encryption.mistyped': 'That’s not a recovery key, or it was mistyped. Compare it with the one you kept.',
  'encryption.otherKey': 'This recovery key opens none of the files here.',

  'screen.refused':
    'macOS doesn’t let Baton record the screen. Allow it in System Settings > Privacy & Security, then restart Baton.',
  'screen.empty': 'The system gave no picture of the screen. Take one with its own keys, and add the clipboard.',
  'folder.path': 'Enter the full path of the folder.',
  'folder.missing': 'This folder doesn’t exist.',
  'folder.isFile': 'This is a file, not a folder.',
  'folder.count': 'A conversation can have {{count}} folders.',

  'bucket.name': 'That’s not the name of a bucket.',
  'bucket.path': 'That’s not a path in a bucket.',

  'search.none': 'No search service is set up. The user can choose one in Settings > Web search.',
  'search.noKey': 'There’s no key for {{service}}. The user can add one in Settings > Web search.',
  'search.address': 'Enter the address of your server.',
  'search.nowhere': 'There’s no server at that address.',
  'search.unreachable': 'Couldn’t reach {{service}}.',
  'search.json': 'This SearXNG server doesn’t answer in JSON. Add json to search.formats in its settings.yml.',
  'search.refused': '{{service}} refused the key. The user can change it in Settings > Web search.',
  'search.usedUp': '{{service}} says that the plan of this key is used up.',
  'search.limit': '{{service}} takes no more searches for now. Try again later.',
  'search.notResults': '{{service}} sent something other than a list of results.',

  'embedding.notConnected': '{{vendor}} isn’t connected.',
  'embedding.none': '{{vendor}} has no embedding models.',
  'embedding.late': 'The embedding server took too long.',
  'embedding.notVectors': 'The server didn’t return embeddings.',

  'server.address': 'The address must begin with https://, or with http:// for a server on this computer.',
  'server.login': 'The address can’t have a user name or password. Use a header instead.',
  'server.nowhere': 'No MCP server can be at that address.',
  'server.openToken':
    'Use https: over http anyone on the way could read what is sent. http is for servers on this computer.',
  'server.inside': '{{host}} leads into your own network, where this server has no business.',
  'directory.failed': 'Couldn’t get the list from {{host}}. Check your internet connection, then try again.',
  'directory.notList': '{{host}} didn’t answer with a list of MCP servers. Check the address.',
  'directory.notAgreed': 'Agree to asking this registry first.',
  'bundle.large': 'The bundle unpacks to more than Baton takes.',
  'bundle.unsafe': 'The bundle has links or names that lead out of its folder. Don’t use it.',
  'bundle.broken': 'The bundle is damaged, encrypted, or no bundle at all.',
  'bundle.manifest': 'The bundle’s manifest can’t be read: {{field}}.',
  'bundle.hash': 'This isn’t the file that the registry names: its SHA-256 is another one.',
  'bundle.gone': 'The bundle isn’t there any more. Choose its file again.',
  'server.fileGone': 'The file isn’t there any more, or can’t be read.',
  'server.fileLarge': 'The file is larger than 1 MB. Paste only the part with the servers.',
  'server.most': 'There can be at most {{count}} servers. Remove one first.',
  'server.builtIn': 'Baton’s own servers can’t be changed or removed.',
  'server.unknownTool': 'This server has no such tool, or hasn’t started yet.',
  'server.nameOpen': 'The name of the server has a placeholder. Write its value there.',
  'server.valueOpen': '{{token}} has no value.',
  'server.valueMissing': 'A value for {{name}} is missing.',
  'server.valueGone': 'The value of {{name}} is no longer stored. Enter it again.',
  'server.left':
    '{{token}} has no value. Write the value in its place, or paste the configuration again, which asks for it.',
  'server.file': 'Couldn’t read mcp.json. Line {{line}}: {{problem}}.',
  'server.fileShape': 'Couldn’t read mcp.json: “mcpServers” isn’t an object.',
  'server.leftOut': 'mcp.json: the server “{{server}}” was left out, because its entry has an unknown form.',
  'server.noTarget': 'mcp.json: the server “{{server}}” was left out, because it has neither a command nor an address.',
  'server.notFound': '“{{command}}” wasn’t found. Check that it’s installed and spelled right, or enter its full path.',
  'server.notAllowed': '“{{command}}” can’t be run. Check its permissions.',
  'server.noFolder': 'The folder “{{folder}}” doesn’t exist.',
  'server.longArguments': 'Its arguments are too long.',
  'server.killed': 'It was ended by {{signal}}.',
  'server.ended': 'It ended on its own.',
  'server.exit': 'It ended with exit code {{code}}.',
  'server.notRunning': 'The server isn’t running.',
  'server.stopped': 'It was stopped.',
  'server.closed': 'The connection ended.',
  'server.late': 'It didn’t respond within {{seconds}} seconds.',
  'server.again': 'It’s tried again in {{seconds}} s. {{reason}}',
  'server.crashed': 'It crashed.',
  'server.off': 'This server is turned off.',
  'server.unapproved': 'This server needs your approval.',
  'server.packageChanged':
    '“{{package}}” isn’t the package that you approved: its version was published anew, or its copy here has changed.',
  'server.packageUnchecked': 'Couldn’t check “{{package}}” against its registry: {{reason}}.',

  'signIn.none': 'This server needs no sign-in.',
  'signIn.needed': 'This server wants you to sign in first.',
  'signIn.neededFor': 'This server wants you to sign in for {{scope}} first.',
  'signIn.cancelled': 'The sign-in was canceled.',
  'signIn.late': 'You didn’t come back from the sign-in page in time.',
  'signIn.silent': 'The sign-in server didn’t answer in time.',
  'signIn.down': 'The sign-in server can’t renew your sign-in right now. Try again later.',
  'signIn.noAddress': 'The server didn’t give a sign-in address.',
  'signIn.refused': 'The sign-in was refused ({{code}}).',
  'signIn.pkce': 'Its sign-in server doesn’t support PKCE (S256), which keeps a sign-in from being stolen.',
  'signIn.failed': 'Couldn’t sign in: {{reason}}',
  'sync.late': 'It took too long.',
  'sync.cut': 'The response was cut off.',
  'sync.origin': 'The request would have gone to {{address}} instead of {{expected}}.',
  'sync.redirect': '{{host}} redirects to {{address}}.',
  'sync.redirectNowhere': '{{host}} redirects without an address.',
  'sync.webPage': '{{host}} responded with a web page.',
  'sync.login': 'The user name or password is wrong.',
  'sync.notBytes': 'The server didn’t return a file.',
  'sync.pages': 'The list has more than {{count}} pages.',
  'sync.names': '“{{folder}}” has more than {{count}} files.',
  'sync.link': '“{{file}}” is a link.',
  'sync.notFile': '“{{file}}” isn’t an ordinary file.',
  'sync.large': '“{{file}}” is larger than {{bytes}} bytes.',
  'sync.computers': 'There are more than {{count}} computers.',
  'sync.begunNow': 'Another computer started here a moment ago.',
  'sync.keyGone': 'The key of this history is no longer there.',
  'server.starting': 'Starting.',
  'server.newSession': 'The server had ended the session. Starting a new one.',
  'server.idle': 'Stopped because nothing used it for a while.',
  'server.notListed': 'Couldn’t list its tools: {{reason}}',
  'server.notSent': 'Couldn’t send a message: {{reason}}',
  'server.notRead': 'Couldn’t read a message: {{reason}}',
  'server.longMessage': 'A message of more than {{limit}} bytes was dropped.',
  'server.longAnswer': 'It’s unknown which request it answered.',
  'server.notRpc': 'It sent something that isn’t a JSON-RPC message.',
  'server.unknownRequest': 'It sent a request that this version of MCP doesn’t have: {{method}}',
  'server.noChanges': 'It doesn’t report changes: {{reason}}',
  'server.changesEnded': 'It stopped reporting changes: {{reason}}',
  'server.toolLeftOut': 'The tool “{{tool}}” was left out: {{reason}}',
  'server.toolUncallable': 'The tool can’t be called: {{reason}}',
  'header.name': 'The header name of {{argument}} isn’t valid.',
  'header.type': '{{argument}} isn’t a string, an integer, or a boolean, so it can’t be a header.',
  'header.twice': 'The header {{header}} is named twice.',
  'header.whole': 'The whole input can’t be a header.',
  'header.inside': 'A header can’t come from inside {{place}}.',
  'signIn.changed': 'The sign-in has changed.',
  'rule.gone': 'This rule no longer exists.',
  'sandbox.missing': 'bubblewrap (bwrap) isn’t installed.',
  'sandbox.refused': 'The system doesn’t let it work ({{problem}}).',
  'sandbox.windows': 'Windows has none that Baton can use.',
  'sandbox.unknown': 'Baton knows none for this system.',
  'consents.unreadable':
    'The list of what you approved couldn’t be read, so Baton asks again. It was kept as {{backup}}.',
  'connections.unreadable': 'The list of your own servers couldn’t be read. It was kept as {{backup}}.',
  'config.broken': 'Couldn’t read config.jsonc, so the defaults are used. Line {{line}}: {{problem}}.',
  'config.shape': 'Couldn’t read config.jsonc, so the defaults are used. It isn’t an object.',
  'config.value': 'config.jsonc: “{{name}}” isn’t valid, so its default is used.',

  // Titles of problems that have no details.
  'window.unknown': 'This window may not answer for the user',
  'gesture.missing': 'The call does not come from a gesture of the user',
  'files.busy': 'A command is working in this folder',

  // Written where an answer is requested, and stored with it, so these words never change.
  'host.earlier': 'Open Baton again from where it was started.',
  'host.unreachable': 'Baton’s host does not answer. Start Baton again; nothing that was saved is lost.',
  'host.unreadable': 'Baton’s host gave an answer this window cannot read ({{path}}). Reload the window.',
  'answer.stopped': 'Stopped.',
  'answer.unreadable': 'The answer could not be read.',
  'answer.brokeOff': 'The answer broke off before it was complete.',
  'answer.noEnd': 'The answer broke off without an end.',
  'answer.silent': 'Nothing arrived for {{seconds}} seconds.',
  'answer.endless': 'Baton ended this answer: it went beyond {{characters}} characters or {{parts}} parts.',
  'answer.noContent': 'HTTP {{status}}, without content.',
  'answer.untitled': 'A web page without a title.',
  'answer.noWords': 'The vendor reported an error without words.',
  'answer.blank': 'There is nothing to send: the message is blank.',
  'answer.tooLong':
    'The newest message and its tool results need about {{tokens}} tokens, and {{budget}} are available for this model.',
  'answer.noModel': 'No model is chosen for this conversation yet.',
  'summary.nothing': 'There is nothing to summarize yet.',
  'summary.declined': 'The model declined to write a summary.',
  'summary.noEnd': 'The summary broke off without an end.',
  'summary.empty': 'The model wrote no summary.',
  'server.gone': 'The connection to this server was closed.',
  'server.later': 'The server could not be reached a moment ago and is tried again later.',
} as const satisfies Readonly<Record<string, string>>;

export type ReasonId = keyof typeof REASONS;

type PlacesIn<Text> = Text extends `${string}{{${infer Place}}}${infer Rest}` ? Place | PlacesIn<Rest> : never;
type Places<Id extends ReasonId> = PlacesIn<(typeof REASONS)[Id]>;
type Values<Id extends ReasonId> = [Places<Id>] extends [never]
  ? []
  : [values: Readonly<Record<Places<Id>, string | number>>];

/** A sentence into which nothing is inserted. */
export type BareReasonId = { [Id in ReasonId]: [Places<Id>] extends [never] ? Id : never }[ReasonId];

/** One of the sentences, and what is inserted into it. */
interface Reason {
  id: ReasonId;
  values: Readonly<Record<string, string>>;
}

/** The sentence in English. */
export function reasonText<Id extends ReasonId>(id: Id, ...[values]: Values<Id>): string {
  const given: Readonly<Record<string, string | number>> = values ?? {};
  return REASONS[id].replaceAll(PLACE, (_, name: string) => String(given[name] ?? ''));
}

const PLACE = /\{\{(\w+)\}\}/g;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

let patterns: [ReasonId, RegExp][] | null = null;

/** Finds out which sentence a text is; `null` for everything that isn't the host's own. */
export function readReason(text: string): Reason | null {
  patterns ??= (Object.entries(REASONS) as [ReasonId, string][])
    // "status {{status}}" would also fit what begins with it and has more: the sentence with more words comes first.
    .toSorted(([, one], [, other]) => other.replaceAll(PLACE, '').length - one.replaceAll(PLACE, '').length)
    .map(([id, pattern]) => [
      id,
      new RegExp(
        `^${pattern
          .split(/(\{\{\w+\}\})/)
          .map((piece) => (piece.startsWith('{{') ? `(?<${piece.slice(2, -2)}>.+?)` : escaped(piece)))
          .join('')}$`,
        's',
      ),
    ]);
  for (const [id, pattern] of patterns) {
    const found = pattern.exec(text);
    if (found) return { id, values: { ...found.groups } };
  }
  return null;
}
