import { agent as enAgent } from '#ui/kit/i18n/en/agent.ts';
import { messageOptions as enMessageOptions } from '#ui/kit/i18n/en/message-options.ts';
import { common as enCommon } from '#ui/kit/i18n/en/common.ts';
import { chat as enChat } from '#ui/kit/i18n/en/chat.ts';
import { context as enContext } from '#ui/kit/i18n/en/context.ts';
import { frame as enFrame } from '#ui/kit/i18n/en/frame.ts';
import { insert as enInsert } from '#ui/kit/i18n/en/insert.ts';
import { library as enLibrary } from '#ui/kit/i18n/en/library.ts';
import { log as enLog } from '#ui/kit/i18n/en/log.ts';
import { mcp as enMcp } from '#ui/kit/i18n/en/mcp.ts';
import { models as enModels } from '#ui/kit/i18n/en/models.ts';
import { outline as enOutline } from '#ui/kit/i18n/en/outline.ts';
import { organize as enOrganize } from '#ui/kit/i18n/en/organize.ts';
import { reliability as enReliability } from '#ui/kit/i18n/en/reliability.ts';
import { report as enReport } from '#ui/kit/i18n/en/report.ts';
import { recovery as enRecovery } from '#ui/kit/i18n/en/recovery.ts';
import { runs as enRuns } from '#ui/kit/i18n/en/runs.ts';
import { scripts as enScripts } from '#ui/kit/i18n/en/scripts.ts';
import { search as enSearch } from '#ui/kit/i18n/en/search.ts';
import { settings as enSettings } from '#ui/kit/i18n/en/settings.ts';
import { tree as enTree } from '#ui/kit/i18n/en/tree.ts';
import { snapshots as enSnapshots } from '#ui/kit/i18n/en/snapshots.ts';
import { sync as enSync } from '#ui/kit/i18n/en/sync.ts';
import { transfer as enTransfer } from '#ui/kit/i18n/en/transfer.ts';
import { updates as enUpdates } from '#ui/kit/i18n/en/updates.ts';
import { usage as enUsage } from '#ui/kit/i18n/en/usage.ts';
import { agent as koAgent } from '#ui/kit/i18n/ko/agent.ts';
import { messageOptions as koMessageOptions } from '#ui/kit/i18n/ko/message-options.ts';
import { common as koCommon } from '#ui/kit/i18n/ko/common.ts';
import { chat as koChat } from '#ui/kit/i18n/ko/chat.ts';
import { context as koContext } from '#ui/kit/i18n/ko/context.ts';
import { frame as koFrame } from '#ui/kit/i18n/ko/frame.ts';
import { insert as koInsert } from '#ui/kit/i18n/ko/insert.ts';
import { library as koLibrary } from '#ui/kit/i18n/ko/library.ts';
import { log as koLog } from '#ui/kit/i18n/ko/log.ts';
import { mcp as koMcp } from '#ui/kit/i18n/ko/mcp.ts';
import { models as koModels } from '#ui/kit/i18n/ko/models.ts';
import { outline as koOutline } from '#ui/kit/i18n/ko/outline.ts';
import { organize as koOrganize } from '#ui/kit/i18n/ko/organize.ts';
import { reliability as koReliability } from '#ui/kit/i18n/ko/reliability.ts';
import { report as koReport } from '#ui/kit/i18n/ko/report.ts';
import { recovery as koRecovery } from '#ui/kit/i18n/ko/recovery.ts';
import { runs as koRuns } from '#ui/kit/i18n/ko/runs.ts';
import { scripts as koScripts } from '#ui/kit/i18n/ko/scripts.ts';
import { search as koSearch } from '#ui/kit/i18n/ko/search.ts';
import { settings as koSettings } from '#ui/kit/i18n/ko/settings.ts';
import { tree as koTree } from '#ui/kit/i18n/ko/tree.ts';
import { snapshots as koSnapshots } from '#ui/kit/i18n/ko/snapshots.ts';
import { sync as koSync } from '#ui/kit/i18n/ko/sync.ts';
import { transfer as koTransfer } from '#ui/kit/i18n/ko/transfer.ts';
import { updates as koUpdates } from '#ui/kit/i18n/ko/updates.ts';
import { usage as koUsage } from '#ui/kit/i18n/ko/usage.ts';

export const EN = {
  agent: enAgent,
  messageOptions: enMessageOptions,
  common: enCommon,
  chat: enChat,
  context: enContext,
  frame: enFrame,
  insert: enInsert,
  library: enLibrary,
  log: enLog,
  mcp: enMcp,
  models: enModels,
  outline: enOutline,
  organize: enOrganize,
  reliability: enReliability,
  report: enReport,
  recovery: enRecovery,
  runs: enRuns,
  scripts: enScripts,
  search: enSearch,
  settings: enSettings,
  tree: enTree,
  snapshots: enSnapshots,
  sync: enSync,
  transfer: enTransfer,
  updates: enUpdates,
  usage: enUsage,
};
export const KO = {
  agent: koAgent,
  messageOptions: koMessageOptions,
  common: koCommon,
  chat: koChat,
  context: koContext,
  frame: koFrame,
  insert: koInsert,
  library: koLibrary,
  log: koLog,
  mcp: koMcp,
  models: koModels,
  outline: koOutline,
  organize: koOrganize,
  reliability: koReliability,
  report: koReport,
  recovery: koRecovery,
  runs: koRuns,
  scripts: koScripts,
  search: koSearch,
  settings: koSettings,
  tree: koTree,
  snapshots: koSnapshots,
  sync: koSync,
  transfer: koTransfer,
  updates: koUpdates,
  usage: koUsage,
};

/** One catalog per part of the page. Keys are flat (`link.title` is one key). */
export type Area = keyof typeof EN;
