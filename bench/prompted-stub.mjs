// A model server for the benchmark, in a process of its own: answers every question about the benchmark's
// tools right, after a fixed time. POST /<ms> with the prompt as body. Prints its port on the first line.
import { createServer } from "node:http";

const fenced = (prompt, label) => {
  const found = prompt.match(new RegExp(`^BEGIN ${label} (\\w+)\\n([\\s\\S]*?)\\nEND ${label} \\1$`, "m"));
  return found ? found[2].split("\n").map((line) => JSON.parse(line).name) : [];
};

function reply(prompt) {
  if (prompt.includes('{"action":"call"')) {
    const file = prompt.match(/file AB(\d+)/)?.[1] ?? "0";
    return { action: "call", calls: [{ tool: `handle_matter_${file}`, arguments: { ref: `AB${file}` } }] };
  }
  const names = fenced(prompt, "TOOLS");
  if (prompt.includes('{"tasks":[{"tool"')) {
    const request = (name, n) =>
      `Could you look after file AB${name.slice(14)} ${n === 0 ? "today" : "tomorrow"}?`;
    return {
      tasks: names.flatMap((tool) =>
        [0, 1].map((n) => ({ tool, request: request(tool, n), arguments: { ref: `AB${tool.slice(14)}` } })),
      ),
    };
  }
  if (prompt.includes('{"tools":[{"tool"')) {
    const evidence = "It says nothing beyond the name.";
    return {
      tools: names.map((tool) => ({
        tool,
        defects: tool.endsWith("0") ? [{ type: "name_restates_behavior", evidence }] : [],
      })),
    };
  }
  if (prompt.includes('{"pairs":[{"tools"')) return { pairs: [] };
  return { description: "Looks after one file of the office and returns the state it is in." };
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const text = JSON.stringify(reply(Buffer.concat(chunks).toString("utf8")));
    setTimeout(() => response.end(text), Number(request.url.slice(1)));
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
