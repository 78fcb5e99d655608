import { ProtocolError, UriTemplate } from '@modelcontextprotocol/client';
import type { ServerClient } from './mcp/server-client.ts';

/** JSON-RPC 2.0, section 5.1. */
const METHOD_NOT_FOUND = -32_601;

/** A resource that can be read from a server and attached to a message. */
export interface OfferedResource {
  uri: string;
  name: string;
  description: string;
  mime: string;
}

/** A resource whose address has placeholders that the user fills in. */
export interface OfferedTemplate {
  template: string;
  name: string;
  description: string;
  variables: readonly string[];
}

/** A server's prompt for a message, with placeholders that the user fills in. */
export interface OfferedPrompt {
  /** The server's name for it. */
  id: string;
  name: string;
  description: string;
  fields: readonly { name: string; description: string; required: boolean }[];
}

/** What one server offers the user, in addition to tools for the model. */
export interface ServerOfferings {
  server: string;
  label: string;
  resources: readonly OfferedResource[];
  templates: readonly OfferedTemplate[];
  prompts: readonly OfferedPrompt[];
}

export async function listOfferings(
  client: Pick<ServerClient, 'listResources' | 'listTemplates' | 'listPrompts'>,
  signal: AbortSignal,
): Promise<Omit<ServerOfferings, 'server' | 'label'>> {
  const [resources, templates, prompts] = await Promise.all([
    ifKnown(client.listResources(signal)),
    ifKnown(client.listTemplates(signal)),
    ifKnown(client.listPrompts(signal)),
  ]);
  return {
    resources: resources.map(({ uri, name, title, description = '', mimeType = '' }) => ({
      uri,
      name: title ?? name,
      description,
      mime: mimeType,
    })),
    templates: templates.flatMap(({ uriTemplate, name, title, description = '' }) => {
      const variables = variablesOf(uriTemplate);
      return variables ? [{ template: uriTemplate, name: title ?? name, description, variables }] : [];
    }),
    prompts: prompts.map(({ name, title, description = '', arguments: fields = [] }) => ({
      id: name,
      name: title ?? name,
      description,
      fields: fields.map((field) => ({
        name: field.name,
        description: field.description ?? '',
        required: field.required ?? false,
      })),
    })),
  };
}

/** Some servers announce resources but don't support every request for them. */
async function ifKnown<T>(asked: Promise<T[]>): Promise<T[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ProtocolError && error.code === METHOD_NOT_FOUND) return [];
    throw error;
  }
}

/** `null` for an invalid template, which nobody could fill in. */
function variablesOf(template: string): string[] | null {
  try {
    return [...new Set(new UriTemplate(template).variableNames)];
  } catch {
    return null;
  }
}

/** The address that a filled-in template gives. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return new UriTemplate(template).expand(values);
}
