package floor

// Method is how a floor is solved: what Options ask for, and what made a plan.
type Method string

// The methods that Options take. The package comment says what they are.
const (
	Auto          Method = "auto"
	DFS           Method = "dfs"
	BFS           Method = "bfs"
	Bidirectional Method = "bidirectional"
	AStar         Method = "astar"
	IDAStar       Method = "idastar"
	Assignment    Method = "assignment"
	Row           Method = "row"
	Exact         Method = "exact"
	Flow          Method = "flow"
)

// What else can have made a plan.
const (
	Annealing Method = "annealing"
	Carrying  Method = "carrying"
)

// Methods are those that Options take, the default first.
var Methods = []Method{Auto, DFS, BFS, Bidirectional, AStar, IDAStar, Assignment, Row, Exact, Flow}

// Proof is why no plan is shorter, or why there is none.
type Proof string

// The proofs. The package comment says what they are.
const (
	ProofDone       Proof = "done"
	ProofExhaustion Proof = "exhaustion"
	ProofAssignment Proof = "assignment"
	ProofTable      Proof = "table"
	ProofCores      Proof = "core-guided search"
	ProofFlow       Proof = "flow bound"
	ProofPacking    Proof = "conflict packing"
	ProofTravel     Proof = "travel"
	ProofCounting   Proof = "counting"
	ProofColouring  Proof = "colouring search"
)
