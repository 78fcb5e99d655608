import type { catalogs as en } from '#texts/en/catalogs.ts';
import { agent } from './agent.ts';
import { alerts } from './alerts.ts';
import { changes } from './changes.ts';
import { context } from './context.ts';
import { crashes } from './crashes.ts';
import { crossing } from './crossing.ts';
import { dictation } from './dictation.ts';
import { documents } from './documents.ts';
import { encryption } from './encryption.ts';
import { errors } from './errors.ts';
import { firstCatalogs } from './first-catalogs.ts';
import { hints } from './hints.ts';
import { insert } from './insert.ts';
import { library } from './library.ts';
import { localServers } from './local-servers.ts';
import { log } from './log.ts';
import { mcp } from './mcp.ts';
import { mentions } from './mentions.ts';
import { messageOptions } from './message-options.ts';
import { models } from './models.ts';
import { organize } from './organize.ts';
import { outline } from './outline.ts';
import { parameters } from './parameters.ts';
import { print } from './print.ts';
import { projects } from './projects.ts';
import { previews } from './previews.ts';
import { quick } from './quick.ts';
import { reasons } from './reasons.ts';
import { recovery } from './recovery.ts';
import { reliability } from './reliability.ts';
import { report } from './report.ts';
import { runs } from './runs.ts';
import { scripts } from './scripts.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { snapshots } from './snapshots.ts';
import { speech } from './speech.ts';
import { sync } from './sync.ts';
import { system } from './system.ts';
import { temporary } from './temporary.ts';
import { transfer } from './transfer.ts';
import { tree } from './tree.ts';
import { updates } from './updates.ts';
import { usage } from './usage.ts';
import { webSearch } from './web-search.ts';
import { work } from './work.ts';

export const catalogs = {
  ...firstCatalogs,
  agent,
  alerts,
  mentions,
  messageOptions,
  changes,
  context,
  crashes,
  crossing,
  dictation,
  documents,
  encryption,
  errors,
  hints,
  insert,
  library,
  localServers,
  log,
  mcp,
  models,
  outline,
  previews,
  organize,
  parameters,
  print,
  projects,
  quick,
  reliability,
  report,
  reasons,
  recovery,
  runs,
  scripts,
  search,
  settings,
  tree,
  snapshots,
  speech,
  sync,
  system,
  temporary,
  transfer,
  updates,
  usage,
  webSearch,
  work,
} satisfies Record<keyof typeof en, object>;
