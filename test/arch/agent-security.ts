import type { Proof } from './test-titles.ts';

const CONSENT = 'test/host/mcp/consent.test.ts';
const FAULTS = 'test/host/mcp/stdio-faults.test.ts';
const OAUTH = 'test/host/mcp/oauth.test.ts';
const PACKAGES = 'test/host/mcp/package-check.test.ts';
const PURE = 'test/host/mcp/pure-parts.test.ts';
const REFERENCE = 'test/host/mcp/reference.test.ts';
const REMOTE = 'test/host/mcp/remote.test.ts';
const WINDOWS = 'test/host/mcp/windows.test.ts';
const WORKSPACE = 'test/host/mcp/workspace.test.ts';
const MAIN = 'test/shell/main.test.ts';
const STATIC = 'test/shell/static-rules.test.ts';
const LINKS = 'test/shell/links.test.ts';
const CORE = 'test/core/agent/approvals.test.ts';
const FLOWS = 'test/flows/agent/approvals.test.ts';
const RUNS = 'test/flows/agent/faults.test.ts';
const DIALOG = 'test/ui/features/tools/approval.test.tsx';
const SELF = 'test/host/consents/self-approval.test.ts';
const KNOWN = 'test/host/consents/known-windows.test.ts';
const GESTURES = 'test/host-client/gestures.test.ts';
const SETTINGS = 'test/e2e/mcp-settings.spec.ts';

/** The security requirements S40 to S51 (MCP, deep links, import), each with the tests that would fail without it. */
export const REQUIREMENTS: Readonly<Record<string, readonly Proof[]>> = {
  'S40 programs: arguments as an array, no shell, little environment, a group of their own, gone at exit': [
    [FAULTS, 'is its arguments as they are, read by no shell, and none of the keys of this machine'],
    [PURE, 'is what is on the list, on every platform'],
    ['test/host/environment.test.ts', 'a command: no secret of the environment, of its own or of the host'],
    [FAULTS, 'a stubborn server and what it started are gone when the host closes'],
    [FAULTS, 'when the host ends by %s its servers end'],
    [FAULTS, 'a stubborn server that outlived a killed host is ended by the next one, and nothing else is'],
    [MAIN, 'waits until the servers of tools and all that they have started are gone'],
    [WINDOWS, 'ends with all that it has started, by taskkill of the system itself'],
    [WINDOWS, 'ends when this process does, by one taskkill that outlives it'],
  ],
  'S41 batch files on Windows without a shell': [
    [PURE, 'arguments are escaped for cmd.exe and the program behind it'],
    [WINDOWS, 'is started without a shell, its arguments as they are'],
    [WINDOWS, 'that is a batch file goes through cmd.exe with every sign of the shell escaped'],
    [WINDOWS, 'that is in no folder of PATH is not looked for where Windows would: in the current one'],
  ],
  'S42 what a tool gives back is data: limited, never markup, never run': [
    [FAULTS, 'ten megabytes arrive; what is beyond the limit becomes an error of that call alone'],
    [RUNS, 'a result has ten megabytes'],
    [
      'test/e2e/agent.spec.ts',
      'a command asks, is denied with a reason, allowed, stopped alone, and the conversation goes on',
    ],
    [CONSENT, 'methods that are not on the list are not passed on'],
  ],
  'S43 what may run is what was approved word by word, whatever its runner': [
    [CONSENT, 'a change of %s asks again'],
    [CONSENT, 'edited by hand while it runs, it is not used any more'],
    [PACKAGES, 'is the approved one at each start, and needs approval again where its hash is another'],
    [PACKAGES, 'is also compared with the copy that npx has, without the network'],
    [PACKAGES, 'is the approved one at each start, and needs approval again where a file of it is another'],
  ],
  'S44 imports and deep links start, add and switch on nothing': [
    [CONSENT, 'imported: off, unapproved, and its command never runs by itself'],
    [CONSENT, 'written into mcp.json by another program it is off, with whatever fields'],
    [SETTINGS, 'a paste is told before it is stored, arrives switched off and runs nothing until it is approved'],
    [FAULTS, 'nothing is started before the first use'],
    ['test/archive/merge.test.ts', 'ask again, where they were %s, once a file has brought what a model reads'],
    ['test/snapshots/protect-restore.test.ts', 'ends where a file has added something to it, and nowhere else'],
    [MAIN, 'brings the first window to the front and does not read its arguments'],
  ],
  'S45 the dialog shows every word, and what is hidden in it': [
    [CONSENT, 'the dialog gets every word, with what is hidden made visible'],
    [PURE, 'text made visible hides nothing and is stable'],
    [DIALOG, 'shows every word on a line of its own, whole, and marks what was hidden in it'],
    [SETTINGS, 'a server is added by hand, shown in full, approved, and its tools are governed one by one'],
  ],
  'S46 approvals hold for one definition and one list of tools, and what was approved approves nothing': [
    [CONSENT, 'a change of %s asks again'],
    [CONSENT, 'a changed or new tool is neither offered nor run until it was looked at'],
    [CONSENT, 'not once the tool is another, also when that one was agreed to'],
    [CONSENT, 'rules: for the session, always, and never beyond a change of the tool'],
    [DIALOG, 'shows it again when it has changed meanwhile'],
    [DIALOG, 'shows the words of changed tools before and after, and pins those'],
    [CORE, 'are asked again when the definition changes in the middle'],
    [SELF, 'a command that reads home and environment, opens a window of its own and posts an approval'],
    [SELF, 'a server that was approved'],
    [SELF, 'while Baton runs changes nothing, before and after the next change of its own'],
    [SELF, 'while it is closed: with %s it is listed and asked about'],
    [SELF, 'a copy of the list from before a rule was taken back brings it back nowhere'],
    [SELF, 'a tool that is not as it was shown is not allowed, nor is any call behind one gesture twice'],
    [SELF, 'until Baton ends where nothing is kept, and it says so'],
    [SELF, 'under a passphrase: not before it was entered; what was given meanwhile is kept with the rest'],
    [SELF, 'are shown once, count for nothing, and hold again as soon as the user has confirmed them'],
    [KNOWN, 'is the first one, and none that merely knows the token'],
    [KNOWN, 'is what follows on a known one by a reload, once and soon'],
    [KNOWN, 'is not who has found the code of one that is still there'],
    [KNOWN, 'answers once for each gesture'],
    [GESTURES, 'is good for one approval, soon after it'],
    [GESTURES, 'is none that a script has made'],
    ['test/shell/secret-box.test.ts', 'does not take a key for consents that anybody may have written'],
    [
      'test/e2e/consents.spec.ts',
      'a question is answered after a reload and in a second window, by nobody else and by no script',
    ],
    [
      'test/e2e/consents.spec.ts',
      'what runs unasked is listed with where it was allowed, and is asked about again when taken back',
    ],
  ],
  'S47 sign-in: https or loopback, the one opener, state, PKCE, issuer, exact loopback path': [
    [OAUTH, 'by the one opener, with PKCE, state, registration and resource; then the server works'],
    [OAUTH, 'an authorization endpoint of %s reaches no opener'],
    [OAUTH, '%s is refused, and the real one still counts'],
    [OAUTH, 'under another name of this machine is refused'],
    [OAUTH, '%s is not exchanged'],
    [OAUTH, 'metadata that %s end the sign-in before anything is opened'],
    [OAUTH, 'nobody follows when %s is moved to another origin'],
    [OAUTH, 'a token endpoint on plain http elsewhere gets no code'],
    [OAUTH, 'a server on the internet leads nowhere inside, by name or by what the name resolves to'],
    [OAUTH, 'a name that resolves to the inside only once it was looked at leads nowhere'],
    [
      'test/host/outgoing-fetch.test.ts',
      'is held against the very addresses that it would connect to, every one of them',
    ],
    [OAUTH, 'another address gets none of the tokens'],
    [REMOTE, 'to the server it was given for, and never along a redirect'],
    [REMOTE, 'not to a sign-in server that the MCP server names'],
    [
      'test/e2e/mcp-sign-in.spec.ts',
      'a server that wants a sign-in gets one, is used, and is signed out; no token reaches the page',
    ],
  ],
  'S48 leave per tool, with its arguments in view; what changes or sends is never always by default': [
    [CORE, 'never offers always first, and nothing lasting under outside influence'],
    [CORE, 'never allows what changes things without the word of the user'],
    [CORE, 'is never lowered by what an untrusted server says'],
    [CONSENT, 'once, and the server sees nothing of it'],
    [CONSENT, 'not for other arguments, another tool, session or server; a wrong try spends it'],
    [CONSENT, 'not after its hour, and for nothing that differs in anything'],
    [REFERENCE, 'a call nobody allowed is refused and reaches no server'],
    [FLOWS, 'is asked about, told to the host, run with its ticket, and not asked about again in this conversation'],
  ],
  'S49 what one tool says does not silently lead to another that can do harm': [
    [CORE, 'ask about an allowed tool after outside content, naming it (prompt injection)'],
    [CORE, 'about a tool that changes or carries out something is asked again for every new source'],
    [CORE, 'lets a tool look further where it looked before, and nowhere else'],
    [CORE, 'for the turn covers what more comes from the servers in view, for this tool as it is, and nothing else'],
    [FLOWS, 'and that asks for a write gets one card that names it, for one write or for the run'],
    ['test/core/agent/resume.test.ts', 'remembers outside content of the time before the crash'],
  ],
  'S50 imports: checked, limited, no prototypes, nothing written outside': [
    [PURE, 'nothing in it makes it throw or touches a prototype'],
    [PURE, 'what cannot be read is said without its values; what can be is taken'],
    [WORKSPACE, '%s is neither read nor written nor changed'],
    [WORKSPACE, 'a folder exchanged for a link after the path was looked at leads nowhere'],
    [WORKSPACE, 'a folder exchanged for a link over and over never leads outside'],
    [WORKSPACE, 'pipes and devices do not hold the call; nothing is written through them'],
    [WORKSPACE, "Baton's own settings stay closed inside a folder as wide as everything"],
    [WINDOWS, '%s means something else than it reads'],
  ],
  'S51 an address of the system shows something and does nothing': [
    [STATIC, 'S51: hears addresses of the system and further starts in one place'],
    [LINKS, 'that is none does nothing: %s'],
    [LINKS, 'a second start brings up the window, whatever its arguments are'],
    [MAIN, 'brings the first window to the front and does not read its arguments'],
  ],
};

/**
 * Failures that can happen in a run, each with the test that the run ends cleanly with every vendor and leaves no
 * process.
 */
export const RUN_FAULTS: Readonly<Record<string, readonly Proof[]>> = {
  'the server process is killed': [
    [RUNS, 'the process of a server is killed during a call'],
    [REFERENCE, 'a killed server fails the running call, shows as crashed, and starts again by itself'],
  ],
  'it hangs': [
    [RUNS, 'a call hangs and is stopped alone, twice'],
    ['test/core/agent/run-agent.test.ts', 'stop a tool that hangs, and the run goes on'],
    [FAULTS, 'a start that never answers can be stopped'],
  ],
  'ten megabytes of output': [
    [RUNS, 'a result has ten megabytes'],
    [RUNS, 'a result is larger than anything that is taken'],
  ],
  'invalid JSON': [
    [RUNS, 'a server writes what is no JSON and what is no message'],
    [RUNS, 'the arguments of a call of ${seat} are cut at the limit'],
  ],
  'duplicate ids': [
    [RUNS, '${seat} gives two calls one id'],
    [RUNS, '${seat} gives two calls no id'],
    [RUNS, 'a server answers one call twice'],
  ],
  'cancel during an approval, twice': [[RUNS, 'the user stops while a call is asked about']],
  'cancel during a call, twice': [[RUNS, 'the user stops during a call']],
  'cancel while arguments arrive, twice': [[RUNS, 'the user stops while arguments arrive from ${seat}']],
  quit: [
    [RUNS, 'the host quits during a call'],
    [MAIN, 'waits until the servers of tools and all that they have started are gone'],
  ],
  'any moment at all': [
    ['test/core/agent/run-properties.test.ts', 'stopped at every single moment of one busy run'],
    [
      'test/core/agent/resume.test.ts',
      'resumed or closed, leaves a history that every vendor takes, and runs no call twice',
    ],
  ],
};
