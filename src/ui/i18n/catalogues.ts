import { agent as enAgent } from './en/agent.ts';
import { asks as enAsks } from './en/asks.ts';
import { common as enCommon } from './en/common.ts';
import { chat as enChat } from './en/chat.ts';
import { context as enContext } from './en/context.ts';
import { frame as enFrame } from './en/frame.ts';
import { insert as enInsert } from './en/insert.ts';
import { library as enLibrary } from './en/library.ts';
import { log as enLog } from './en/log.ts';
import { mcp as enMcp } from './en/mcp.ts';
import { models as enModels } from './en/models.ts';
import { outline as enOutline } from './en/outline.ts';
import { order as enOrder } from './en/order.ts';
import { reliability as enReliability } from './en/reliability.ts';
import { report as enReport } from './en/report.ts';
import { rescue as enRescue } from './en/rescue.ts';
import { runs as enRuns } from './en/runs.ts';
import { scripts as enScripts } from './en/scripts.ts';
import { search as enSearch } from './en/search.ts';
import { settings as enSettings } from './en/settings.ts';
import { tree as enTree } from './en/tree.ts';
import { snapshots as enSnapshots } from './en/snapshots.ts';
import { sync as enSync } from './en/sync.ts';
import { transfer as enTransfer } from './en/transfer.ts';
import { updates as enUpdates } from './en/updates.ts';
import { usage as enUsage } from './en/usage.ts';
import { agent as koAgent } from './ko/agent.ts';
import { asks as koAsks } from './ko/asks.ts';
import { common as koCommon } from './ko/common.ts';
import { chat as koChat } from './ko/chat.ts';
import { context as koContext } from './ko/context.ts';
import { frame as koFrame } from './ko/frame.ts';
import { insert as koInsert } from './ko/insert.ts';
import { library as koLibrary } from './ko/library.ts';
import { log as koLog } from './ko/log.ts';
import { mcp as koMcp } from './ko/mcp.ts';
import { models as koModels } from './ko/models.ts';
import { outline as koOutline } from './ko/outline.ts';
import { order as koOrder } from './ko/order.ts';
import { reliability as koReliability } from './ko/reliability.ts';
import { report as koReport } from './ko/report.ts';
import { rescue as koRescue } from './ko/rescue.ts';
import { runs as koRuns } from './ko/runs.ts';
import { scripts as koScripts } from './ko/scripts.ts';
import { search as koSearch } from './ko/search.ts';
import { settings as koSettings } from './ko/settings.ts';
import { tree as koTree } from './ko/tree.ts';
import { snapshots as koSnapshots } from './ko/snapshots.ts';
import { sync as koSync } from './ko/sync.ts';
import { transfer as koTransfer } from './ko/transfer.ts';
import { updates as koUpdates } from './ko/updates.ts';
import { usage as koUsage } from './ko/usage.ts';

export const EN = {
  agent: enAgent,
  asks: enAsks,
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
  order: enOrder,
  reliability: enReliability,
  report: enReport,
  rescue: enRescue,
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
  asks: koAsks,
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
  order: koOrder,
  reliability: koReliability,
  report: koReport,
  rescue: koRescue,
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

/** One catalogue per part of the page; keys are flat (`link.title` is one key). */
export type Area = keyof typeof EN;
