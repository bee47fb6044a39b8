// A page in a file: begins with the document in it, and checks its records when it is shown.
async function begin() {
  await readDocument();
  show();
  setTimeout(checkBundle, 50);
}

// Without what it needs the page stays as it is readable without a script.
if (self.DecompressionStream) begin().catch(sayBroken);
