import { type Suggestion, type SurfaceTool, surfaceSha256 } from "@gradable/contract";
import { estimateTokenizer } from "@gradable/model/tokens";
import { describe, expect, it } from "vitest";
import { analyze } from "../../src/analyze.js";
import { rewriteSurface, rewrittenDescription } from "../../src/rewrite-surface.js";
import { NO_PARAMETERS, surfaceOf, takes } from "../support.js";

const analysisOf = async (tools: readonly SurfaceTool[]) => {
  const surface = surfaceOf(tools);
  return { surface, ...(await analyze(surface, { tokenizer: estimateTokenizer })) };
};

const POOR: SurfaceTool[] = [
  { name: "list_invoices", description: "List invoices", inputSchema: NO_PARAMETERS },
  { name: "get_invoice", description: "Get an invoice", inputSchema: takes({ invoiceId: "" }) },
  { name: "create_invoice", description: "Create an invoice", inputSchema: takes({ title: "", flux: "" }) },
  { name: "delete_invoice", inputSchema: takes({ invoiceId: "" }) },
  { name: "search_invoices", description: "Search for invoices", inputSchema: takes({ q: "" }) },
  { name: "send_invoice", description: "Send an invoice", inputSchema: takes({ invoiceId: "" }) },
  { name: "hover", description: "Hover", inputSchema: takes({ ref: "Element reference" }) },
  { name: "sandbox_run", description: "Run a sandbox", inputSchema: NO_PARAMETERS },
];

describe("suggestions", () => {
  it("are one per defective tool, in tool order, and clear nothing while a blank is left in them", async () => {
    const { surface, analysis } = await analysisOf(POOR);
    expect(analysis.defects.length).toBeGreaterThan(10);
    expect(analysis.suggestions.map(({ toolIndex }) => toolIndex)).toEqual([
      ...new Set(analysis.defects.map(({ toolIndex }) => toolIndex)),
    ]);
    const again = await analyze(rewriteSurface(surface, analysis.suggestions), {
      tokenizer: estimateTokenizer,
    });
    expect(again.analysis.defects).toEqual(analysis.defects);
    expect(again.analysis.confusablePairs).toEqual(analysis.confusablePairs);
  });

  it("clear the defect once the blank is filled in with a fact", async () => {
    const { surface, analysis } = await analysisOf([
      {
        name: "create_invoice",
        description: "Create an invoice as a draft that nobody but the bookkeeper sees.",
        inputSchema: takes({ customer: "Who pays" }),
      },
    ]);
    const [suggestion] = analysis.suggestions;
    expect(analysis.defects.map(({ type }) => type)).toEqual(["no_return_description"]);
    const filled =
      suggestion?.text.replace(/\[returns[^\]]*\]/, "Returns the invoice's number and its address.") ?? "";
    const again = await analyze(rewriteSurface(surface, [{ ...(suggestion as Suggestion), text: filled }]), {
      tokenizer: estimateTokenizer,
    });
    expect(again.analysis.defects).toEqual([]);
  });

  it("count what they add, also where there was no description", async () => {
    const { analysis } = await analysisOf(POOR);
    for (const { addedTokens, text } of analysis.suggestions) {
      expect(addedTokens).toBeGreaterThanOrEqual(Math.floor(text.length / 4));
    }
  });

  it("never let a hostile name through as mark-up", async () => {
    const name = "get_[x](javascript:1)\u202e<b>";
    const { analysis } = await analysisOf([
      { name, description: "Get", inputSchema: takes({ "`](evil)\n# H": "" }) },
    ]);
    const text = analysis.suggestions.map((one) => one.text).join("");
    expect(text).not.toMatch(/[<>\n#]|\u202e|evil|javascript/u);
  });
});

describe("rewriteSurface", () => {
  const surface = surfaceOf(POOR);
  const suggestion = {
    tool: "list_invoices",
    toolIndex: 0,
    mode: "append",
    text: "More.",
    addedTokens: 2,
  } as const;

  it("appends or replaces, hashes anew, and touches nothing else", () => {
    const after = rewriteSurface(surface, [suggestion]);
    expect(after.tools[0]?.description).toBe("List invoices\n\nMore.");
    expect(after.tools.slice(1)).toEqual(surface.tools.slice(1));
    expect(after.surfaceSha256).toBe(surfaceSha256(after.tools));
    expect(after.surfaceSha256).not.toBe(surface.surfaceSha256);
    expect(surface.tools[0]?.description).toBe("List invoices");
    expect(rewrittenDescription("Old", { mode: "replace", text: "New" })).toBe("New");
    expect(rewrittenDescription(undefined, { mode: "append", text: "New" })).toBe("New");
  });

  it("leaves out suggestions made for another surface", () => {
    expect(rewriteSurface(surface, [{ ...suggestion, tool: "other" }]).tools).toEqual(surface.tools);
    expect(rewriteSurface(surface, [{ ...suggestion, toolIndex: 99 }]).tools).toEqual(surface.tools);
    expect(rewriteSurface(surface, []).surfaceSha256).toBe(surface.surfaceSha256);
  });
});
