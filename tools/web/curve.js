// Public keys under which no signature can be trusted (docs/format.md, section 1), which browsers accept: encodings
// that are not canonical, points of small order, what is no point of the curve.
const PRIME = 2n ** 255n - 19n;

function power(base, exponent) {
  let result = 1n;
  for (base %= PRIME; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = result * base % PRIME;
    base = base * base % PRIME;
  }
  return result;
}

function inverse(number) {
  return power(number, PRIME - 2n);
}

function modulo(number) {
  return ((number % PRIME) + PRIME) % PRIME;
}

const CURVE_D = modulo(-121665n * inverse(121666n));

// Whether y is that of a point whose order divides 8.
function smallOrder(y) {
  if (y === 0n || y === 1n || y === PRIME - 1n) return true;
  // Doubled three times, such a point is the neutral one: in y alone, 2P has y' = (y^2 + x^2) / (1 - d x^2 y^2).
  let one = y;
  for (let doubled = 0; doubled < 3; ++doubled) {
    const square = one * one % PRIME;
    const across = modulo((square - 1n) * inverse(modulo(CURVE_D * square + 1n)));
    const below = modulo(1n - CURVE_D * across % PRIME * square);
    one = modulo((square + across) * inverse(below));
  }
  return one === 1n;
}

// Empty: it is a key.
function faultOfKey(key) {
  if (key.length !== 32) return "it is not 32 bytes long";
  let y = 0n;
  for (let at = 31; at >= 0; --at) y = y << 8n | BigInt(key[at]);
  y &= 2n ** 255n - 1n;
  if (y >= PRIME) return "it is not canonical";
  if (smallOrder(y)) return "it is of small order";
  const square = modulo((y * y - 1n) * inverse(modulo(CURVE_D * y % PRIME * y + 1n)));
  return power(square, (PRIME - 1n) / 2n) === 1n ? "" : "it is no point of the curve";
}
