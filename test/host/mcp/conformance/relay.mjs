/* What the suite runs as "the client": it hands the task to the driver in the test and ends as that ended. */
const [url] = process.argv.slice(2);
const { BATON_DRIVER = '', MCP_CONFORMANCE_SCENARIO, MCP_CONFORMANCE_CONTEXT = '{}' } = process.env;
const answer = await fetch(BATON_DRIVER, {
  method: 'POST',
  body: JSON.stringify({ url, scenario: MCP_CONFORMANCE_SCENARIO, context: JSON.parse(MCP_CONFORMANCE_CONTEXT) }),
});
process.stdout.write(await answer.text());
process.exit(answer.ok ? 0 : 1);
