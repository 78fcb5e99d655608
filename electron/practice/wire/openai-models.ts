const isPractice = ({ id }: { id: string }): boolean => id.startsWith('practice-');

const CREATED = 1_793_491_200;

/** The list of models as OpenAI writes it. Real ids are answered like the practice models, but not offered. */
export function listOpenAIModels(models: readonly { id: string }[], requestId: string): Response {
  const offered = models.some(isPractice) ? models.filter(isPractice) : models;
  return Response.json(
    {
      object: 'list',
      data: offered.map(({ id }) => ({ id, object: 'model', created: CREATED, owned_by: 'practice' })),
    },
    { headers: { 'x-request-id': requestId } },
  );
}
