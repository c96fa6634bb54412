// Two servers side by side from their summaries; whether they may be compared is looked up, not decided here.
(() => {
  const field = (id) => document.getElementById(id);
  const form = field("choose");
  const read = async (address) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  };

  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [first, second] = [field("first").value.trim(), field("second").value.trim()];
    history.pushState(null, "", `?${new URLSearchParams({ first, second })}`);
    show();
  });
  addEventListener("popstate", show);
  suggest();
  show();

  async function show() {
    const query = new URLSearchParams(location.search);
    const slugs = ["first", "second"].map((name) => query.get(name) ?? "");
    field("first").value = slugs[0];
    field("second").value = slugs[1];
    field("comparison").hidden = true;
    if (slugs.includes("")) {
      const named = slugs[0] || slugs[1];
      say(
        `${named ? `Choose the server to set beside ${named}` : "Choose two servers"}: type a part of a name and take one of those offered. The names are those of the leaderboard.`,
      );
      return;
    }
    const unknown = [];
    const [comparability, ...sides] = await Promise.all([
      read("comparability.json").catch(() => null),
      ...slugs.map((slug) =>
        // Only what a slug may hold becomes a part of an address.
        /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)
          ? read(`servers/${slug}/summary.json`).catch(() => unknown.push(slug) && null)
          : unknown.push(slug) && null,
      ),
    ]);
    if (unknown.length > 0)
      return say(`Not ranked here: ${unknown.join(", ")}. Names are those of the leaderboard.`);
    if (comparability === null) return say("The rules of comparison could not be read.");
    say("");
    fill(comparability, sides);
  }

  function fill({ configurations, reasons, blockers }, [a, b]) {
    const found = blockers[a.configuration - 1][b.configuration - 1].map((index) => reasons[index]);
    const comparable = found.length === 0;
    field("blockers").className = comparable ? "notice" : "notice warn";
    field("blockers-title").textContent = comparable
      ? "These two may be compared"
      : `These two may not be compared: ${found.length === 1 ? "one thing stands" : `${found.length} things stand`} in the way`;
    field("blocker-list").replaceChildren(...found.map((text) => make("li", text)));
    field("judged-by").replaceChildren(
      ...(comparable ? [] : [a, b]).flatMap((side) => [
        make("dt", side.slug),
        make("dd", `judged by ${configurations[side.configuration - 1].text}`),
      ]),
    );
    field("verdict").textContent = comparable
      ? verdict(a, b)
      : "The figures below stand side by side only to be read.";
    for (const [side, place] of [
      [a, "first"],
      [b, "second"],
    ]) {
      for (const heading of document.querySelectorAll(`#name-${place}, .name-${place}`)) {
        const link = make("a", side.slug);
        link.href = `servers/${side.slug}/index.html`;
        heading.replaceChildren(link);
      }
    }
    field("figures").replaceChildren(...rowsOf(a.figures, b.figures, "—"));
    field("losses").replaceChildren(...rowsOf(a.losses, b.losses, "nothing"));
    field("losing").hidden = a.losses.length + b.losses.length === 0;
    field("comparison").hidden = false;
  }

  /** In the ranking's terms: told apart where the 95 % interval of the difference leaves out zero. */
  function verdict(a, b) {
    const [upper, lower] = a.composite >= b.composite ? [a, b] : [b, a];
    if (upper.rankingInterval === null || lower.rankingInterval === null)
      return "One of the scores has no interval, so nothing tells the two apart.";
    return toldApart(upper, lower)
      ? `${upper.slug} scores higher, by more than the choice of requests explains.`
      : "The difference is within what the choice of requests explains: the two are not told apart.";
  }

  function rowsOf(first, second, missing) {
    const left = new Map(first);
    const right = new Map(second);
    return [...new Set([...left.keys(), ...right.keys()])].map((name) => {
      const row = make("tr");
      const heading = make("th", name);
      heading.scope = "row";
      row.append(heading, make("td", left.get(name) ?? missing), make("td", right.get(name) ?? missing));
      return row;
    });
  }

  /** Names to choose from, at most fifty at a time: a list of ten thousand would only be in the way. */
  async function suggest() {
    const board = await read("servers.json").catch(() => []);
    for (const input of [field("first"), field("second")]) {
      const offer = () => {
        const typed = input.value.trim().toLowerCase();
        const fits = board.filter((slug) => slug.includes(typed)).slice(0, 50);
        field("servers").replaceChildren(
          ...fits.map((slug) => {
            const option = make("option");
            option.value = slug;
            return option;
          }),
        );
      };
      input.addEventListener("input", offer);
      input.addEventListener("focus", offer);
    }
  }

  function make(tag, text = "") {
    const element = document.createElement(tag);
    element.textContent = text;
    return element;
  }

  function say(text) {
    field("status").textContent = text;
  }
})();
