/** A small repository in the language of `lisp-graph.ts`: an orchard, its prices, and a test of each. */
export const ORCHARD: ReadonlyMap<string, string> = new Map([
  [
    "src/plants.scheme",
    `; Grüne Pflanzen
(class (Plant)
  (define (make name) (list name))
  (define (grow days) (add days 1))
  (define (show) "plant"))
(class (Tree Plant)
  (define (grow days) (multiply days (rings days)))
  (define (rings days) (divide days 365)))
(class (Apple Tree) (define (show) "äpple"))
(class (Pear Tree) (define (show) "pear"))
(class (Fern Plant) (define (spread) (grow 2)))
(define (rings days) (round (divide days 365)))
`,
  ],
  [
    "src/prices.scheme",
    `(load "src/plants.scheme")
(define (price-of apple) (multiply (.rings apple) 3))
(define (price-of-orchard apples) (sum (map price-of apples)))
(define (sell apple) (list (price-of apple) (.show apple)))
(define (open-shop) (sell (Apple "boskop")))
(open-shop)
`,
  ],
  [
    "tests/prices-test.scheme",
    `(load "src/prices.scheme")
(define (test-price) (check (price-of 3) 9))
(define (test-shop) (check (open-shop) "sold"))
(define (helper) (price-of 1))
`,
  ],
  ["lisp.project", "orchard"],
]);
