import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

/**
 * Serves tools over stdin and stdout. Each tool is its declaration plus `run`, which gets the arguments of a call and
 * gives back the structured result.
 */
export async function serve(info, tools) {
  const server = new Server(info, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ run: _run, ...declaration }) => declaration),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    try {
      if (tool === undefined) throw new Error(`There is no tool ${JSON.stringify(params.name)}.`);
      const result = tool.run(params.arguments ?? {});
      return {
        content: [{ type: "text", text: JSON.stringify(result) }],
        ...(tool.outputSchema && { structuredContent: result }),
      };
    } catch (error) {
      return { isError: true, content: [{ type: "text", text: error.message }] };
    }
  });
  await server.connect(new StdioServerTransport());
}
